package io.mcpclient.discovery;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpException;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.settings.McpEndpointSettings;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

import static io.mcpclient.discovery.CardJson.card;
import static io.mcpclient.discovery.CardJson.npm;
import static io.mcpclient.discovery.CardJson.values;
import static io.mcpclient.discovery.CardJson.withPackage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Plans in real clients, with a real server and a real process. */
@Timeout(60)
class PlannedClientTests {

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest().secrets("s3cret-of-orders");

    @TempDir
    Path directory;

    private McpClient client(McpEndpointSettings endpoint) {
        return this.invariants.build(McpClient.builder("orders")
                .settings(McpClientSettings.defaults().withEndpoint(endpoint)));
    }

    // CRD-19, CRD-21, CRD-25
    @Test
    void serverOfACardIsCalledWithTheHeadersOfThePlan() {
        try (ScriptedHttpServer cards = new ScriptedHttpServer();
                ScriptedHttpServer server = ScriptedHttpServer.legacy()) {
            cards.on("GET")
                    .reply(
                            Reply.status(
                                    200,
                                    McpServerCard.MEDIA_TYPE,
                                    card(
                                            "'remotes': [{'type': 'streamable-http', 'url': '" + server.url()
                                                    + "', 'headers': [{'name': 'X-Api-Key', 'isSecret': true, 'isRequired': true}]}]")));
            Set<URI> trusted = Set.of(cards.uri(), server.uri());
            McpCardDocument document = McpDiscovery.create(
                            McpDiscoverySettings.defaults().withTrustedOrigins(trusted))
                    .card(cards.uri());
            McpServerPlan plan = McpServerPlanner.of(McpPlanSettings.defaults().withTrustedOrigins(trusted))
                    .plan(document, values("X-Api-Key", "s3cret-of-orders"));
            assertThat(server.connectionsAccepted()).isZero();

            try (McpClient client = client(plan.http())) {
                client.ping();
            }

            assertThat(server.requests("ping")).singleElement().satisfies(request -> assertThat(
                            request.header("x-api-key"))
                    .isEqualTo("s3cret-of-orders"));
        }
    }

    // CRD-14: the name of a remote may lead to any address, which the client refuses when it connects
    @Test
    void nameThatLeadsToThisMachineIsRefusedByTheClient() {
        try (ScriptedHttpServer server = new ScriptedHttpServer()) {
            McpServerPlan plan = McpServerPlanner.of(McpPlanSettings.defaults())
                    .plan(
                            CardJson.cardDocument("[{'type': 'streamable-http', 'url': 'https://localhost:"
                                    + server.port() + "/mcp'}]"),
                            McpInputValues.none());

            try (McpClient client = client(plan.http())) {
                assertThatThrownBy(client::ping)
                        .isInstanceOf(McpException.class)
                        .hasMessageContaining("loopback");
            }
            assertThat(server.connectionsAccepted()).isZero();
        }
    }

    // REG-12, REG-24, REG-A01
    @Test
    void packageIsStartedWithItsArgumentsAndVariablesAlone() throws Exception {
        Path program = this.directory.resolve("runner");
        Files.writeString(
                program,
                "#!/bin/sh\ncd " + this.directory
                        + "\nenv > environment\nfor word in \"$@\"; do echo \"<$word>\"; done > words\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        McpServerPlan plan = McpServerPlanner.of(
                        McpPlanSettings.defaults().withProcesses(true).withRuntimes(Set.of(program.toString())))
                .plan(
                        withPackage(
                                npm(
                                        "'runtimeHint': '" + program + "', 'packageArguments': [{'type': 'positional',"
                                                + " 'valueHint': 'text'}], 'environmentVariables': [{'name': 'KEY', 'isSecret': true}]")),
                        values("text", "$(touch evil); a  b > c", "KEY", "s3cret-of-orders"));

        try (McpClient client = client(plan.process(plan.consent()))) {
            assertThatThrownBy(client::ping).isInstanceOf(McpException.class);
        }

        assertThat(Files.readAllLines(this.directory.resolve("words")))
                .containsExactly("<-y>", "<@example/orders-mcp@1.4.0>", "<$(touch evil); a  b > c>");
        assertThat(this.directory.resolve("evil")).doesNotExist();
        Map<String, String> environment = Files.readAllLines(this.directory.resolve("environment")).stream()
                .filter(line -> line.contains("="))
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf('=')),
                        line -> line.substring(line.indexOf('=') + 1),
                        (one, other) -> one));
        assertThat(environment).containsEntry("KEY", "s3cret-of-orders");
        // PWD and _ are those of the shell that runs the program of this test
        assertThat(List.of("KEY", "PATH", "HOME", "PWD", "OLDPWD", "SHLVL", "_", "MCP_CLIENT_PROCESS"))
                .containsAll(environment.keySet());
    }
}
