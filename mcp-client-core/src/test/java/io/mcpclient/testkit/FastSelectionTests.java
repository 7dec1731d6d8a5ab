package io.mcpclient.testkit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.McpClient;
import io.mcpclient.internal.stdio.StdioTransportProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** Which test classes are run by the profile "fast". */
class FastSelectionTests {

    static class WithServer {

        final ScriptedModernServer server = ScriptedHttpServer.modern();
    }

    static class WithServerInNestedClass {

        static class Nested {

            final StdioTransportProvider provider = new StdioTransportProvider(StdioServer.java());
        }
    }

    static class WithHelperThatHasAServer {

        final WithServer helper = new WithServer();
    }

    static class OnlyLibraryTypes {

        final McpClient client =
                McpClient.builder("weather").url("http://localhost/mcp").build();

        final int[] numbers = {};
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                WithServer.class,
                WithServerInNestedClass.class,
                WithHelperThatHasAServer.class,
                InvariantsTests.class,
                ScriptedHttpServerTests.class
            })
    void classThatUsesServersOrProcessesIsSlow(Class<?> testClass) {
        assertThat(FastSelection.slowPart(testClass)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(classes = {OnlyLibraryTypes.class, VirtualTimeTests.class})
    void classThatUsesNeitherIsFast(Class<?> testClass) {
        assertThat(FastSelection.slowPart(testClass)).isEmpty();
    }

    @Test
    void slowPartIsNamed() {
        assertThat(FastSelection.slowPart(WithServer.class)).contains(ScriptedHttpServer.class.getName());
    }
}
