package io.mcpclient.autoconfigure.web;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

import io.mcpclient.autoconfigure.properties.McpAuthProperties.Prompt;

/**
 * Condition that matches if users may have to authorize in their browsers: if {@code mcp.auth.prompt} requires it, or a
 * server obtains tokens on their behalf. Reads names and keywords only, so that invalid values are reported by the binding of
 * the properties.
 */
final class OnUsers extends SpringBootCondition {

    /** An empty value stands for the default, {@code authorization-code}. */
    private static final Set<String> GRANTS_FOR_USERS = Set.of("", "authorizationcode", "devicecode");

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("authorization by users");
        Environment environment = context.getEnvironment();
        Prompt prompt =
                Binder.get(environment).bind("mcp.auth.prompt", Prompt.class).orElse(Prompt.AUTO);
        if (prompt != Prompt.AUTO) {
            return new ConditionOutcome(prompt == Prompt.WEB, message.because("mcp.auth.prompt is " + prompt));
        }
        boolean needed = Binder.get(environment)
                .bind("mcp.servers", Bindable.mapOf(String.class, Object.class))
                .orElseGet(Map::of)
                .keySet()
                .stream()
                .anyMatch(name -> isForUsers(environment, name));
        return new ConditionOutcome(needed, message.because(needed ? "a server requires it" : "no server requires it"));
    }

    private static boolean isForUsers(Environment environment, String server) {
        return word(environment, server, "type").equals("oauth2")
                && GRANTS_FOR_USERS.contains(word(environment, server, "grant").replaceAll("[-_]", ""));
    }

    /**
     * Settings of the server take precedence over those of all servers. To the binder, a name with dashes or
     * capitals is not the same as that name in brackets, and both occur.
     */
    private static String word(Environment environment, String server, String property) {
        Binder binder = Binder.get(environment);
        return Stream.of("mcp.servers." + server, "mcp.servers[" + server + "]", "mcp.defaults")
                .map(prefix -> ConfigurationPropertyName.adapt(prefix + ".auth." + property, '.'))
                .map(name -> binder.bind(name, Bindable.of(String.class)).orElse(""))
                .filter(StringUtils::hasText)
                .findFirst()
                .orElse("")
                .toLowerCase(Locale.ROOT);
    }
}
