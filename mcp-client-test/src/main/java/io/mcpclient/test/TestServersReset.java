package io.mcpclient.test;

import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.TestExecutionListener;

import io.mcpclient.test.AutoConfigureMcpTestServer.Reset;

/** Resets the test servers of a test. */
final class TestServersReset implements TestExecutionListener {

    @Override
    public void beforeTestMethod(TestContext context) {
        reset(context, Reset.BEFORE);
    }

    @Override
    public void afterTestMethod(TestContext context) {
        reset(context, Reset.AFTER);
    }

    private static void reset(TestContext context, Reset moment) {
        AutoConfigureMcpTestServer annotation = TestContextAnnotationUtils.findMergedAnnotation(
                context.getTestClass(), AutoConfigureMcpTestServer.class);
        if (annotation != null && annotation.reset() == moment && context.hasApplicationContext()) {
            context.getApplicationContext()
                    .getBeansOfType(McpTestServer.class)
                    .values()
                    .forEach(McpTestServer::reset);
        }
    }
}
