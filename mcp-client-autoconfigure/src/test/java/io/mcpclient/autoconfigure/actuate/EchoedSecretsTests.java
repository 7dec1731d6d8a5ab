package io.mcpclient.autoconfigure.actuate;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.McpClientAutoConfiguration;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** Servers that repeat the credentials they were given: neither errors nor the log nor the endpoint show them. */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class EchoedSecretsTests {

    private static final String TOKEN = "t0ken-of-the-application";

    private static final String KEY = "k3y-of-the-application";

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SslAutoConfiguration.class, McpClientAutoConfiguration.class, McpEndpointAutoConfiguration.class))
            .withPropertyValues("management.endpoints.web.exposure.include=mcp");

    private static String echo(RecordedRequest request) {
        return "got " + request.header("Authorization") + " and " + request.header("X-Api-Key");
    }

    private static String text(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static String text(McpEndpoint endpoint) {
        return JsonMapper.builder().build().writeValueAsString(endpoint.servers());
    }

    // fault I21: in errors that a call gets
    @Test
    void headersEchoedByTheServerAreMasked(CapturedOutput output) {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.on("tools/call").times(1).reply(request -> Reply.error(-32603, echo(request)));
            server.on("tools/call")
                    .times(1)
                    .reply(request -> Reply.result(
                            "{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"" + echo(request) + "\"}]}"));
            server.on("ping")
                    .reply(request -> Reply.sse("data: {\"jsonrpc\":\"2.0\",\"id\":" + request.rpcId()
                            + ",\"error\":{\"code\":-32001,\"message\":\"" + echo(request)
                            + "\",\"data\":{\"headers\":[\"" + echo(request) + "\"]}}}"));
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(),
                            "mcp.servers.weather.auth.type=bearer",
                            "mcp.servers.weather.auth.token=" + TOKEN,
                            "mcp.servers.weather.retry.max-attempts=1",
                            "mcp.servers.weather.headers.X-Api-Key=" + KEY)
                    .run(context -> {
                        McpClient client = context.getBean(McpClient.class);
                        for (int i = 0; i < 2; i++) {
                            McpException failure = catchThrowableOfType(
                                    McpException.class, () -> client.callTool("echo", Map.of(), String.class));

                            assertThat(text(failure)).contains("*** and ***").doesNotContain(TOKEN, KEY);
                        }
                        McpRequestException refusal = catchThrowableOfType(McpRequestException.class, client::ping);

                        assertThat(text(refusal)).contains("*** and ***").doesNotContain(TOKEN, KEY);
                        assertThat(refusal.data()).hasToString("{headers=[got *** and ***]}");
                        assertThat(text(context.getBean(McpEndpoint.class)))
                                .contains("got *** and ***")
                                .doesNotContain(TOKEN, KEY);
                    });
        }
        assertThat(output).doesNotContain(TOKEN, KEY);
    }

    // fault I21: in a refusal, of which the status of the server tells
    @Test
    void headersEchoedInAChallengeAreMasked(CapturedOutput output) {
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            server.onAny().always().reply(request -> Reply.status(401, "text/plain", echo(request))
                    .withHeader(
                            "WWW-Authenticate",
                            "Bearer error=\"invalid_token\", error_description=\"" + echo(request) + "\""));
            this.runner
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(),
                            "mcp.servers.weather.headers.Authorization=Bearer " + TOKEN,
                            "mcp.servers.weather.headers.X-Api-Key=" + KEY)
                    .run(context -> {
                        McpException failure =
                                catchThrowableOfType(McpException.class, context.getBean(McpClient.class)::listTools);

                        assertThat(text(failure)).contains("***").doesNotContain(TOKEN, KEY);
                        McpEndpoint endpoint = context.getBean(McpEndpoint.class);
                        await().atMost(LIMIT).until(() -> text(endpoint).contains("401"));
                        assertThat(text(endpoint)).doesNotContain(TOKEN, KEY);
                    });
        }
        assertThat(output).contains("HTTP 401").doesNotContain(TOKEN, KEY);
    }

    // fault E23: a process that prints its environment and its arguments
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "a script for /bin/sh")
    void environmentPrintedByAProcessIsMasked(CapturedOutput output) {
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        logging.setLogLevel("io.mcpclient.stderr.weather", LogLevel.INFO);
        this.runner
                .withPropertyValues(
                        "mcp.servers.weather.command=/bin/sh",
                        "mcp.servers.weather.args=-c,echo args $0 $1 >&2; env | grep WEATHER >&2; exit 1,--api-key,"
                                + KEY,
                        "mcp.servers.weather.env.WEATHER_TOKEN=" + TOKEN,
                        "mcp.servers.weather.env.WEATHER_REGION=north-by-northwest")
                .run(context -> {
                    McpException failure =
                            catchThrowableOfType(McpException.class, context.getBean(McpClient.class)::listTools);

                    assertThat(text(failure))
                            .contains("its last output on stderr", "WEATHER_TOKEN=***", "north-by-northwest")
                            .doesNotContain(TOKEN, KEY);
                    assertThat(text(context.getBean(McpEndpoint.class)))
                            .contains("WEATHER_TOKEN=***")
                            .doesNotContain(TOKEN, KEY);
                });
        assertThat(output)
                .contains("stderr: args --api-key ***", "stderr: WEATHER_TOKEN=***")
                .doesNotContain(TOKEN, KEY);
    }
}
