package io.mcpclient.console;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;

/** Condition for the console: {@code mcp.console.enabled} or, if it is not set, the presence of Spring Boot's devtools. */
class OnConsoleCondition extends SpringBootCondition {

    private static final String PROPERTY = "mcp.console.enabled";

    private static final String DEVTOOLS = "org.springframework.boot.devtools.RemoteSpringApplication";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Boolean enabled = context.getEnvironment().getProperty(PROPERTY, Boolean.class);
        ConditionMessage.Builder message = ConditionMessage.forCondition("MCP console");
        if (enabled != null) {
            return new ConditionOutcome(enabled, message.because(PROPERTY + " is " + enabled));
        }
        return ClassUtils.isPresent(DEVTOOLS, context.getClassLoader())
                ? ConditionOutcome.match(message.because("devtools are on the class path"))
                : ConditionOutcome.noMatch(message.because(PROPERTY + " is not set, and there are no devtools"));
    }
}
