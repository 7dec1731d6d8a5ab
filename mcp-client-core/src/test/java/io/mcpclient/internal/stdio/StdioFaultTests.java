package io.mcpclient.internal.stdio;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Hooks;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpInitializationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.jsonrpc.JsonRpcMessage;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.Root;
import io.mcpclient.settings.McpProcessSettings;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.settings.McpRetrySettings;
import io.mcpclient.settings.McpStderrMode;
import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.StdioServer;
import io.mcpclient.testkit.Timed;
import io.mcpclient.testkit.VirtualTime;
import io.mcpclient.transport.McpIgnoredMessages;
import io.mcpclient.transport.McpIgnoredMessages.Reason;
import io.mcpclient.transport.PendingExchanges;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.TransportListener;
import io.mcpclient.transport.TransportProvider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** Processes that do not come up, die, or write what they like: each call ends, soon, with an error that says why. */
@Timeout(60)
class StdioFaultTests {

    private static final String UNIX = "a script for /bin/sh, or signals";

    /** Far beyond any test: what ends sooner did not end by timeout. */
    private static final Duration LONG = Duration.ofSeconds(40);

    private static final Duration SOON = Duration.ofSeconds(10);

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private McpClient client(StdioTransportSettings settings) {
        return this.invariants.build(builder(settings));
    }

    /** For how one attempt ends, which a second one would hide. */
    private McpClient unrepeated(StdioTransportSettings settings) {
        return this.invariants.build(builder(settings).retry(retry -> McpRetrySettings.none()));
    }

    private static McpClientBuilder builder(StdioTransportSettings settings) {
        return McpClient.builder("weather")
                .transport(new StdioTransportProvider(settings))
                .timeouts(timeouts ->
                        timeouts.withConnect(LONG).withRequest(LONG).withShutdown(settings.shutdownTimeout()));
    }

    private static McpException failedConnect(McpClient client) {
        return catchThrowableOfType(McpException.class, client.session()::connect);
    }

    private static McpException failedCall(McpClient client) {
        return catchThrowableOfType(McpException.class, () -> client.callTool("echo", Map.of()));
    }

    private static void assertWorks(McpClient client) {
        assertThat(client.callTool("echo", Map.of("city", "Oslo")).text()).isEqualTo("{\"city\":\"Oslo\"}");
        assertThat(client.status().isConnected()).isTrue();
        assertThat(client.status().inFlight()).isZero();
    }

    private static Duration duration(Runnable work) {
        long begin = System.nanoTime();
        work.run();
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    // faults C13, F14: a response that is skipped fails its call, which would otherwise wait until its deadline
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":%s}",
                "{\"result\":%s,\"jsonrpc\":\"2.0\",\"id\":$id}"
            })
    void callWhenItsResponseIsNestedTooDeepFailsAtOnce(String response) {
        String nested = "{\"content\":[],\"structuredContent\":" + "[".repeat(300) + "]".repeat(300) + "}";
        String raw =
                Base64.getEncoder().encodeToString(response.formatted(nested).getBytes(StandardCharsets.UTF_8));
        try (McpClient client = unrepeated(StdioServer.java("raw-on-call"))) {
            McpProtocolException failure = catchThrowableOfType(
                    McpProtocolException.class, () -> client.callTool("echo", Map.of("raw", raw, "alone", true)));

            assertThat(failure.reason()).isEqualTo(McpProtocolException.Reason.LIMIT);
            assertThat(failure).hasMessageContaining("nested deeper than 200 levels");
            assertWorks(client);
        }
    }

    // starting

    // faults E01, E23
    @Test
    void connectWhenCommandDoesNotExistFailsAtOnceWithItsName() {
        try (McpClient client = client(
                StdioTransportSettings.of(McpProcessSettings.of("no-such-command-9", "--token=s3cr3t-argument")))) {
            McpException failure = failedConnect(client);

            assertThat(failure).isInstanceOf(McpInitializationException.class);
            assertThat(failure.outcome()).isEqualTo(McpOutcome.NOT_SENT);
            assertThat(failure)
                    .hasMessageStartingWith("MCP server \"weather\": connect: the command \"no-such-command-9\"")
                    .hasMessageContaining("PATH")
                    .hasMessageNotContaining("s3cr3t");
            assertThat(failure.getCause()).hasMessageNotContaining("s3cr3t");
        }
    }

    // fault E01
    @Test
    void connectWhenCommandContainsArgumentsSuggestsTheArgsProperty() {
        try (McpClient client =
                client(StdioTransportSettings.of(McpProcessSettings.of("no-such-command-9 -y --token s3cr3t")))) {
            assertThat(failedConnect(client))
                    .hasMessageContaining("the command \"no-such-command-9 …\" was not found")
                    .hasMessageNotContaining("s3cr3t")
                    .hasMessageContaining("Set command to the program alone, and args to its arguments.");
        }
    }

    // fault E01
    @Test
    void connectWhenCommandIsNotExecutableReportsIt(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("server"), "#!/bin/sh\n");
        try (McpClient client = client(StdioTransportSettings.of(McpProcessSettings.of(file.toString())))) {
            assertThat(failedConnect(client)).hasMessageContaining("is not executable");
        }
    }

    // fault E01
    @Test
    void connectWhenWorkingDirectoryDoesNotExistReportsIt(@TempDir Path directory) {
        StdioTransportSettings settings =
                StdioTransportSettings.of(StdioServer.process().withWorkingDirectory(directory.resolve("nowhere")));
        try (McpClient client = client(settings)) {
            assertThat(failedConnect(client)).hasMessageContaining("working-directory");
        }
    }

    // fault E02
    @Test
    void connectWhenProcessExitsFailsAtOnceWithCodeAndLastOutput() {
        StdioTransportSettings settings = StdioServer.java("exit=127", "stderr=env: 'node': No such\u001b[31m file");
        try (McpClient client = client(settings)) {
            McpException failure = failedConnect(client);

            assertThat(failure).isInstanceOf(McpInitializationException.class);
            assertThat(failure)
                    .hasMessageContaining("exited with code 127")
                    .hasMessageContaining("env: 'node': No such\\u001b[31m file")
                    .hasMessageContaining("inherit-env");
        }
    }

    // fault E02: a failed installation of npx
    @Test
    void connectWhenProcessExitsWithoutOutputSuggestsRunningTheCommand() {
        try (McpClient client = client(StdioServer.java("exit=1"))) {
            assertThat(failedConnect(client))
                    .hasMessageContaining("exited with code 1")
                    .hasMessageContaining("It wrote nothing to stderr. Run the command in a terminal");
        }
    }

    // fault E02: npx describes in a log alone why it could not install a package
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, ~/.npm/_logs",
                "npm_config_cache, /data/npm, /data/npm/_logs",
                "NPM_CONFIG_LOGS_DIR, /data/logs, /data/logs",
                "npm_config_cache, --cache=/data/npm, /data/npm/_logs"
            })
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = UNIX)
    void connectWhenNpxExitsWithoutOutputNamesItsLogs(
            @Nullable String variable, @Nullable String value, String folder, @TempDir Path directory)
            throws IOException {
        Path npx = Files.writeString(directory.resolve("npx"), "#!/bin/sh\nexit 1\n");
        assertThat(npx.toFile().setExecutable(true)).isTrue();
        boolean isArgument = value != null && value.startsWith("--");
        McpProcessSettings process = isArgument
                ? McpProcessSettings.of(npx.toString(), "-y", value, "server")
                : McpProcessSettings.of(npx.toString(), "-y", "server");
        Map<String, String> env =
                (variable != null && value != null) ? Map.of(variable, isArgument ? "/x" : value) : Map.of();
        try (McpClient client = client(StdioTransportSettings.of(process.withEnv(env)))) {
            assertThat(failedConnect(client))
                    .hasMessageContaining(
                            "It wrote nothing to stderr. Run the command in a terminal to see why it ends, and"
                                    + " read the newest log in " + folder + ".");
        }
    }

    // nobody can read what is discarded
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = UNIX)
    void connectWhenProcessExitsAndItsOutputIsDiscardedNamesTheProperty() {
        StdioTransportSettings settings = StdioTransportSettings.of(
                McpProcessSettings.of("/bin/sh", "-c", "exit 1").withStderr(McpStderrMode.DISCARD));
        try (McpClient client = client(settings)) {
            assertThat(failedConnect(client)).hasMessageContaining("set mcp.servers.weather.stderr to log");
        }
    }

    // fault E05: a process has no address
    @Test
    void connectWhenProcessStopsRespondingNamesTheCommand() {
        List<String> command = StdioServer.command("silent-on=initialize");
        try (McpClient client = this.invariants.build(McpClient.builder("weather")
                .command(command.get(0), command.subList(1, command.size()).toArray(String[]::new))
                .protocol(protocol -> protocol.withEra(McpProtocol.AUTO))
                .timeouts(timeouts -> timeouts.withConnect(Duration.ofSeconds(3))))) {
            assertThat(failedConnect(client))
                    .hasMessageContaining("no response within 3000 ms")
                    .hasMessageContaining("command")
                    .hasMessageNotContaining("address");
        }
    }

    // fault E02: long before the limit for the connection
    @Test
    @Timed
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = UNIX)
    void connectWhenProcessExitsFailsAtOnce() {
        try (McpClient client = client(StdioServer.shell("exit 3"))) {
            failedConnect(client); // classes are loaded
            assertThat(duration(() -> assertThat(failedConnect(client)).hasMessageContaining("code 3")))
                    .isLessThan(Duration.ofSeconds(5));
        }
    }

    // fault E20: the inherited pipe does not hide the exit
    @Test
    @Timed
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = UNIX)
    void connectWhenProcessExitsAndLeavesAChildWithItsPipesFailsAtOnce() {
        // A blocking read of a pipe cannot be interrupted: the two threads exist as long as the child of a child.
        this.invariants.within(LONG);
        try (McpClient client = client(StdioServer.shell("sleep 7 & exit 4"))) {
            failedConnect(client);
            assertThat(duration(() -> assertThat(failedConnect(client)).hasMessageContaining("code 4")))
                    .isLessThan(Duration.ofSeconds(5));
        }
    }

    // environment

    private static final boolean IS_LINUX = OS.current() == OS.LINUX;

    // fault E21, STD-19
    @Test
    void processInheritsOnlyConfiguredEnvironmentVariables() {
        StdioTransportSettings settings = StdioTransportSettings.of(StdioServer.process()
                .withEnv(Map.of("TOKEN", "t"))
                .withInheritEnv(List.of("PATH", "NO_SUCH_VARIABLE")));
        try (McpClient client = client(settings)) {
            assertThat(client.callTool("environment", Map.of()).text())
                    .isEqualTo(IS_LINUX ? "MCP_CLIENT_PROCESS,PATH,TOKEN" : "PATH,TOKEN");
        }
    }

    // faults E23, I21
    @Test
    void errorWhenServerPrintsItsSecretsHidesThem() {
        StdioTransportSettings settings = StdioTransportSettings.of(StdioServer.process(
                        "exit-on=tools/call",
                        "stderr=TOKEN is s3cr3t-value, called with --api-key=k3y-argument",
                        "--api-key=k3y-argument")
                .withEnv(Map.of("TOKEN", "s3cr3t-value")));
        try (McpClient client = client(settings)) {
            McpException failure = failedCall(client);

            assertThat(failure)
                    .hasMessageContaining("giving up")
                    .hasMessageNotContaining("s3cr3t-value")
                    .hasMessageNotContaining("k3y-argument")
                    .hasMessageContaining("TOKEN is ***, called with --api-key=***");
            assertThat(settings.toString()).doesNotContain("s3cr3t", "k3y");
        }
    }

    // fault E23: the explanation of the failure is not masked
    @Test
    void errorHasThePackageAndTheLevelThatTheServerReports() {
        String complaint = "404 '@acme/server-doesnotexist@*' could not be found, log level verbose-9";
        StdioTransportSettings settings = StdioTransportSettings.of(
                StdioServer.process("exit=1", "stderr=" + complaint, "-y", "@acme/server-doesnotexist")
                        .withEnv(Map.of("LOG_LEVEL", "verbose-9")));
        try (McpClient client = client(settings)) {
            assertThat(failedConnect(client)).hasMessageContaining(complaint);
        }
    }

    // fault E23: skipped lines are shown without secrets
    @Test
    void logOfWhatIsSkippedHidesSecrets() {
        Launcher.CommandSecrets.remember(List.of(), Map.of("TOKEN", "s3cr3t-value"));
        try (CapturedLog log = CapturedLog.of(Loggers.MESSAGES).open()) {
            lines(received -> {}).onLine("s3cr3t-value is my token".getBytes(UTF_8), 0, 24);

            assertThat(log.messages()).singleElement().satisfies(message -> assertThat(message)
                    .contains("*** is my token")
                    .doesNotContain("s3cr3t"));
        }
    }

    // fault B08: a defect behind the transport does not end the reading
    @Test
    void lineWhoseMessageCannotBeHandledIsSkipped() {
        List<JsonRpcMessage> taken = new ArrayList<>();
        IncomingLines lines = lines(received -> {
            taken.add(received.message());
            throw new IllegalStateException("a defect");
        });
        byte[] line = "{\"jsonrpc\":\"2.0\",\"method\":\"test/note\"}".getBytes(UTF_8);

        lines.onLine(line, 0, line.length);
        lines.onLine(line, 0, line.length);

        assertThat(taken).hasSize(2);
    }

    private static IncomingLines lines(Consumer<ReceivedMessage> onMessage) {
        TransportListener listener = new TransportListener() {

            @Override
            public void onMessage(ReceivedMessage message) {
                onMessage.accept(message);
            }

            @Override
            public void onClosed(Throwable cause) {
                throw new AssertionError(cause);
            }
        };
        return new IncomingLines(
                new TransportProvider.Context(
                        "weather", new JsonCodec(JsonLimits.DEFAULT), new McpIgnoredMessages("weather")),
                new PendingExchanges(),
                listener,
                () -> {});
    }

    // end of the process

    // faults E03, B08
    @Test
    @Timed
    void callToolWhenProcessCrashesFailsAllPendingCallsAndTheNextOneSucceeds() {
        StdioTransportSettings settings = StdioServer.java("exit-on=ping", "silent-on=tools/call");
        try (McpClient client = unrepeated(settings)) {
            client.session().connect();
            List<CompletableFuture<CallToolResult>> waiting = IntStream.range(0, 5)
                    .mapToObj(i -> client.reactive().callTool("echo", Map.of()).toFuture())
                    .toList();

            assertThat(duration(() -> assertThat(catchThrowableOfType(McpException.class, client::ping))
                            .isInstanceOf(McpConnectionException.class)))
                    .isLessThan(Duration.ofSeconds(5));

            assertThat(waiting).allSatisfy(call -> assertThat(call)
                    .failsWithin(SOON)
                    .withThrowableOfType(ExecutionException.class)
                    .havingCause()
                    .isInstanceOfSatisfying(McpConnectionException.class, failure -> assertThat(failure.outcome())
                            .isEqualTo(McpOutcome.UNKNOWN))
                    .withMessageContaining("tools/call")
                    .withMessageContaining("exited with code 3; its last output on stderr: giving up"));
            assertThat(client.status().inFlight()).isZero();
            assertThat(client.listTools()).hasSize(1); // a new process, a new handshake (STD-18)
        }
    }

    // fault E03: by a signal, from outside
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = UNIX)
    void callToolWhenProcessIsKilledReportsWhichSignal() {
        try (McpClient client = unrepeated(StdioServer.java("silent-on=ping"))) {
            long pid = Long.parseLong(client.callTool("pid", Map.of()).text());
            CompletableFuture<Void> waiting = client.reactive().ping().toFuture();

            ProcessHandle.of(pid).orElseThrow().destroyForcibly();

            assertThat(waiting)
                    .failsWithin(SOON)
                    .withThrowableOfType(ExecutionException.class)
                    .withMessageContaining("signal 9");
            assertWorks(client);
        }
    }

    // fault E10
    @Test
    void callToolWhenProcessEndsInTheMiddleOfALineFailsAndTheNextSucceeds() {
        try (McpClient client = unrepeated(StdioServer.java("half-on=ping"))) {
            client.session().connect();

            assertThat(catchThrowableOfType(McpException.class, client::ping)).hasMessageContaining("code 3");

            assertWorks(client);
            assertThat(client.status().totalIgnoredMessages()).isZero();
        }
    }

    // fault E10: one that writes and never ends a line is replaced, as one that has ended
    @Test
    void callToolWhenServerWritesAnEndlessLineRestartsIt() {
        StdioTransportSettings settings =
                StdioServer.java("endless-on=ping").withMaxMessageSize(100_000).withShutdownTimeout(SOON);
        try (McpClient client = unrepeated(settings)) {
            long pid = Long.parseLong(client.callTool("pid", Map.of()).text());

            McpException failure = catchThrowableOfType(McpException.class, client::ping);

            assertThat(failure)
                    .isInstanceOf(McpConnectionException.class)
                    .hasMessageContaining("more than 400000 bytes")
                    .hasMessageContaining("max-message-size");
            assertThat(failure.outcome()).isEqualTo(McpOutcome.UNKNOWN);
            assertWorks(client);
            assertThat(ProcessHandle.of(pid)).isEmpty();
        }
    }

    // fault E15, STD-15
    @Test
    @Timed
    void callToolWhenServerClosesItsOutputRestartsIt() {
        StdioTransportSettings settings =
                StdioServer.java("close-stdout-on=ping").withShutdownTimeout(Duration.ofMillis(500));
        try (McpClient client = unrepeated(settings)) {
            long pid = Long.parseLong(client.callTool("pid", Map.of()).text());

            assertThat(duration(() -> assertThat(catchThrowableOfType(McpException.class, client::ping))
                            .hasMessageContaining("closed its standard output")))
                    .isLessThan(Duration.ofSeconds(5));

            assertWorks(client);
            assertThat(ProcessHandle.of(pid)).isEmpty();
        }
    }

    @Test
    void callToolWhenServerClosesItsInputRestartsIt() {
        StdioTransportSettings settings =
                StdioServer.java("close-stdin-on=notifications/test").withShutdownTimeout(Duration.ofMillis(500));
        try (McpClient client = client(settings)) {
            client.raw().notify("notifications/test", Map.of());
            // Until the server has read it, calls wait for their answers.
            await().atMost(SOON).untilAsserted(() -> assertThat(catchThrowableOfType(
                            McpException.class,
                            () -> client.callTool("echo", Map.of(), McpCallOptions.timeout(Duration.ofMillis(800)))))
                    .isInstanceOf(McpConnectionException.class)
                    .hasMessageContaining("closed its standard input"));

            assertWorks(client);
        }
    }

    // fault E04, VER-24: one attempt for each call, none by itself; the handshake has a process of its own in each
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = UNIX)
    void connectWhenProcessCrashesRepeatedlyIsNotRetriedByTheTransport(@TempDir Path directory) throws Exception {
        Path starts = directory.resolve("starts");
        try (McpClient client = this.invariants.build(builder(StdioServer.shell("echo x >> " + starts + "; exit 1"))
                .reconnect(reconnect -> reconnect.withIntervals(LONG, 2, LONG)))) {
            failedConnect(client);
            failedConnect(client);

            assertThat(Files.readAllLines(starts)).hasSize(4);
        }
    }

    // noise

    // faults E05, E06, E09, E10, E14, F01, F02
    @ParameterizedTest
    @ValueSource(strings = {"noise", "crlf", "halves", "twice", "close-stderr", "plain"})
    void callToolWhenServerDeviatesHarmlesslySucceeds(String mode) {
        try (McpClient client = client(StdioServer.java(mode))) {
            for (int i = 0; i < 5; i++) {
                assertWorks(client);
            }
        }
    }

    // faults E05, E06: skipped lines are counted, blank lines are ignored
    @Test
    void callToolWhenServerIsNoisyCountsSkippedLines() {
        try (McpClient client = client(StdioServer.java("noise"))) {
            assertWorks(client);

            assertThat(client.status().ignoredMessages(Reason.MALFORMED)).isEqualTo(1 + 3 * 5);
        }
    }

    // faults F01, F02, RPC-08, F07
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"jsonrpc\":\"2.0\",\"id\":999999,\"result\":{}} | UNKNOWN_ID",
                "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"error\":{\"code\":1,\"message\":\"no\"}} | UNKNOWN_ID",
                "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32601,\"message\":\"no\"}} | UNATTRIBUTED_ERROR",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"no\"}} | UNATTRIBUTED_ERROR",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/odd\"} | UNUSED_NOTIFICATION",
                "[] | MALFORMED",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"result\":{}} | MALFORMED"
            })
    void callToolWhenAnUnrelatedMessageComesFirstIgnoresAndCountsIt(String line, Reason reason) {
        try (McpClient client = client(StdioServer.java("say-on=tools/call=" + line))) {
            assertWorks(client);

            assertThat(client.status().ignoredMessages(reason)).isEqualTo(1);
            assertThat(client.status().totalIgnoredMessages()).isEqualTo(1);
        }
    }

    // RPC-08, fault F02: nothing else was asked, so it is the response
    @ParameterizedTest
    @ValueSource(strings = {"\"id\":null,", "\"id\":\"\",", ""})
    void callToolWhenServerReturnsAParseErrorWithoutIdFailsWithIt(String id) {
        String error = "{\"jsonrpc\":\"2.0\"," + id
                + "\"error\":{\"code\":-32700,\"message\":\"Parse error\",\"data\":\"line 1\"}}";
        try (McpClient client = client(StdioServer.java("raw-on-call"))) {
            McpException failure = failedRaw(client, error);

            assertThat(failure).isInstanceOfSatisfying(McpRequestException.class, response -> {
                assertThat(response.code()).isEqualTo(-32700);
                assertThat(response.serverMessage()).isEqualTo("Parse error");
                assertThat(response.data()).isEqualTo("line 1");
            });
            assertThat(client.status().totalIgnoredMessages()).isZero();
            assertWorks(client);
        }
    }

    // RPC-08, fault F02: an error of another kind may be about the notification before, but not after a response
    @Test
    void callToolWhenServerReturnsAnErrorWithoutIdFailsWithIt() {
        String error = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"Invalid Request\"}}";
        try (McpClient client = client(StdioServer.java("raw-on-call"))) {
            assertWorks(client);

            assertThat(failedRaw(client, error)).isInstanceOf(McpRequestException.class);
            assertWorks(client);
        }
    }

    // RPC-08, fault F02: it may belong to either
    @Test
    void callToolWhenAnErrorWithoutIdIsAmbiguousFailsNoCall() {
        String error = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"Parse error\"}}";
        try (CapturedLog log = CapturedLog.of(Loggers.MESSAGES).open();
                McpClient client = client(StdioServer.java("silent-on=ping", "say-on=tools/call=" + error))) {
            client.session().connect();
            CompletableFuture<Void> other = client.reactive().ping().toFuture();
            await().atMost(SOON).until(() -> client.status().inFlight() == 1);

            assertThat(client.callTool("echo", Map.of("city", "Oslo")).text()).isEqualTo("{\"city\":\"Oslo\"}");

            assertThat(other).isNotDone();
            assertThat(client.status().ignoredMessages(Reason.UNATTRIBUTED_ERROR))
                    .isEqualTo(1);
            assertThat(log.messages()).singleElement().satisfies(message -> assertThat(message)
                    .contains("error -32700: Parse error"));
        }
    }

    private static McpException failedRaw(McpClient client, String line) {
        String raw = Base64.getEncoder().encodeToString(line.getBytes(UTF_8));
        return catchThrowableOfType(
                McpException.class, () -> client.callTool("echo", Map.of("raw", raw, "alone", true)));
    }

    static Stream<String> awkwardTexts() {
        return Stream.of("Grüße", "世界 😀", "two\nlines\r\n", "\u2028\u2029", "\u0000\u0001", "x".repeat(200_000));
    }

    // STD-01, STD-02, faults E09, E24
    @ParameterizedTest
    @MethodSource("awkwardTexts")
    void callToolTransfersAnyTextUnchanged(String text) {
        try (McpClient client = client(StdioServer.java())) {
            String arguments = client.callTool("echo", Map.of("t", text)).text();

            assertThat(new JsonCodec(JsonLimits.DEFAULT).fromJson(arguments, Map.class))
                    .isEqualTo(Map.of("t", text));
        }
    }

    // STD-06: what the server asks is answered on its input
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ping         | {\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"result\":{}}",
                "roots/list   | {\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"result\":{\"roots\":[{\"uri\":\"file:///work\"}]}}",
                "no/such      | {\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}"
            })
    void callToolWhenServerSendsARequestRespondsToIt(String method, String answer) {
        String question = "{\"jsonrpc\":\"2.0\",\"id\":\"s1\",\"method\":\"" + method + "\"}";
        try (McpClient client = builder(StdioServer.java("ask-on-call=" + question))
                .roots(context -> List.of(Root.of("file:///work")))
                .build()) {
            assertThat(client.callTool("echo", Map.of()).text()).isEqualTo(answer);
        }
    }

    // STD-08, STD-09, fault E13
    @Test
    void callToolWhenServerFloodsItsStandardErrorWorksAndTheHeapStaysFlat() {
        try (McpClient client = client(StdioServer.java("flood-on=tools/call"))) {
            client.session().connect();
            long before = usedHeap();

            assertWorks(client);

            assertThat(usedHeap() - before).isLessThan(8L << 20);
        }
    }

    private static long usedHeap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    // time

    // TMO-01, CAN-01
    @Test
    void callToolWhenServerIsSilentEndsAtItsDeadlineAndTheServerIsNotified() {
        try (McpClient client = client(StdioServer.java("silent-on=tools/call"))) {
            client.session().connect();
            McpException failure = catchThrowableOfType(
                    McpException.class,
                    () -> client.callTool("echo", Map.of(), McpCallOptions.timeout(Duration.ofMillis(300))));

            assertThat(failure).isInstanceOf(McpTimeoutException.class);
            client.ping();
            assertThat(client.status().inFlight()).isZero();
        }
    }

    // fault A18: a first start that takes its time is waited for; there is one process, and one handshake
    @Test
    void connectWhenServerStartsSlowlyWaitsForTheSameProcess(@TempDir Path directory) throws Exception {
        Path ready = directory.resolve("ready");
        Path record = directory.resolve("record");
        StdioTransportSettings settings =
                StdioServer.java("stderr=downloading packages", "await=" + ready, "record=" + record);
        VirtualTime time = new VirtualTime();
        try (CapturedLog stderr = CapturedLog.of("io.mcpclient.stderr.weather").open();
                McpClient client = this.invariants.build(builder(settings).time(time))) {
            McpException failure = time.elapse(LONG, () -> failedConnect(client), () -> await().atMost(LONG)
                    .until(() -> !stderr.events().isEmpty()));

            assertThat(failure)
                    .isInstanceOf(McpInitializationException.class)
                    .hasMessageContaining("no response within 40000 ms: the server process ")
                    .hasMessageContaining(" is running")
                    .hasMessageContaining("its last output on stderr: downloading packages")
                    .hasMessageContaining("may download packages: raise connect-timeout");
            Files.createFile(ready);
            await().atMost(SOON).until(() -> client.status().isConnected());
            String pid = client.callTool("pid", Map.of()).text();

            assertThat(failure).hasMessageContaining("process " + pid + " is running");
            assertThat(Files.readAllLines(record))
                    .allMatch(line -> line.startsWith(pid + " "))
                    .containsOnlyOnce(pid + " initialize");
            assertThat(client.status().totalIgnoredMessages()).isZero();
        }
    }

    // a program that is no MCP server, or frames its messages otherwise
    @Test
    void connectWhenServerWritesNoMessagesShowsTheFirstLine() {
        VirtualTime time = new VirtualTime();
        try (McpClient client =
                this.invariants.build(builder(StdioServer.java("noise", "deaf")).time(time))) {
            McpException failure = time.elapse(LONG, () -> failedConnect(client), () -> await().atMost(LONG)
                    .until(() -> client.status().totalIgnoredMessages() > 0));

            assertThat(failure)
                    .hasMessageContaining(
                            " is running but has written only lines that are not JSON-RPC messages, the first:"
                                    + " Listening on stdio. ")
                    .hasMessageContaining("check that the command is an MCP server over stdio");
        }
    }

    /** Lets the time to connect pass as soon as there is a process. */
    private static McpException failedConnectOfStartedProcess(McpClient client, VirtualTime time) {
        return time.elapse(LONG, () -> failedConnect(client), () -> await().atMost(LONG)
                .until(() -> ProcessHandle.current().descendants().findAny().isPresent()));
    }

    // fault A18: a process that never answers the handshake is replaced in the end, and only the errors report it
    @Test
    void connectWhenServerIsUnresponsiveEndsAtTheConnectTimeoutAndItsProcessInTheEnd() {
        List<Throwable> dropped = new CopyOnWriteArrayList<>();
        Hooks.onErrorDropped(dropped::add);
        VirtualTime time = new VirtualTime();
        try (McpClient client = builder(StdioServer.java("deaf")).time(time).build()) {
            assertThat(failedConnectOfStartedProcess(client, time)).hasMessageContaining("40000 ms");
            ProcessHandle process =
                    ProcessHandle.current().descendants().findFirst().orElseThrow();

            time.advance(LONG.multipliedBy(3));
            await().atMost(SOON).until(() -> !process.isAlive());
            assertThat(dropped).isEmpty();
        } finally {
            Hooks.resetOnErrorDropped();
        }
    }

    // fault A18: nor does a process outlive its client that is still being waited for
    @Test
    void closeWhenServerIsStillStartingEndsIt() {
        VirtualTime time = new VirtualTime();
        McpClient client = builder(StdioServer.java("deaf")).time(time).build();
        failedConnectOfStartedProcess(client, time);
        ProcessHandle process =
                ProcessHandle.current().descendants().findFirst().orElseThrow();

        client.close();

        await().atMost(SOON).until(() -> !process.isAlive());
    }

    // fault B11: at whatever moment the process ends, each call gets a response or an error
    @Test
    void callToolWhenProcessEndsAtAnyMomentNeverHangs() {
        try (McpClient client = client(StdioServer.java("silent-on=ping"))) {
            for (int round = 0; round < 5; round++) {
                client.session().connect(); // without heeding the pause after the third death
                long pid = Long.parseLong(client.callTool("pid", Map.of()).text());
                List<CompletableFuture<CallToolResult>> calls = IntStream.range(0, 200)
                        .mapToObj(i -> {
                            if (i == 100) {
                                ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
                            }
                            return client.reactive().callTool("echo", Map.of()).toFuture();
                        })
                        .toList();

                assertThat(calls).allSatisfy(call -> assertThat(
                                call.handle((result, error) -> true).get(SOON.toSeconds(), TimeUnit.SECONDS))
                        .isTrue());
                assertThat(client.status().inFlight()).isZero();
            }
        }
    }
}
