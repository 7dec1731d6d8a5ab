package io.mcpclient;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

import ch.qos.logback.classic.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.call.McpToolApprovalRequest;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.handler.McpToolChange;
import io.mcpclient.internal.observation.ToolAudit;
import io.mcpclient.settings.McpApprovalPolicy;
import io.mcpclient.settings.McpToolPinning;
import io.mcpclient.status.McpEra;
import io.mcpclient.testkit.CapturedLog;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** For whom and for which definition an approval counts. */
@Timeout(60)
class McpClientApprovalRulesTests {

    private static final String HARMLESS = "\"annotations\":{\"readOnlyHint\":true}";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final List<McpToolApprovalRequest> requests = new ArrayList<>();

    private final List<McpClient> clients = new ArrayList<>();

    private final ScriptedHttpServer legacy = ScriptedHttpServer.legacy();

    private final ScriptedHttpServer modern = ScriptedHttpServer.modern();

    private volatile McpToolApprovalDecision decision = McpToolApprovalDecision.approveAndRemember();

    private volatile Runnable duringDecision = () -> {};

    private volatile @Nullable McpPrincipal user = McpPrincipal.of("alice");

    private volatile String tool = tool("Saves a note");

    @BeforeEach
    void answerCalls() {
        for (ScriptedHttpServer server : List.of(this.legacy, this.modern)) {
            server.on("tools/list")
                    .optionally()
                    .reply(request ->
                            Reply.result("{\"resultType\":\"complete\",\"ttlMs\":0,\"tools\":[" + this.tool + "]}"));
            server.on("tools/call").optionally().reply(Reply.result("{\"resultType\":\"complete\",\"content\":[]}"));
        }
    }

    @AfterEach
    void close() {
        this.clients.forEach(McpClient::close);
        this.legacy.close();
        this.modern.close();
    }

    private static String tool(String description, String... members) {
        return "{\"name\":\"note\",\"inputSchema\":{\"type\":\"object\"},\"description\":\"" + description + "\""
                + (members.length > 0 ? "," + String.join(",", members) : "") + "}";
    }

    private McpClient client(McpApprovalPolicy policy, UnaryOperator<McpClientBuilder> settings) {
        return client(this.legacy, policy, settings);
    }

    private McpClient client(
            ScriptedHttpServer server, McpApprovalPolicy policy, UnaryOperator<McpClientBuilder> settings) {
        McpClient client = this.invariants.build(settings.apply(McpClient.builder("files")
                .url(server.url())
                .tools(tools -> tools.withApproval(policy))
                .toolApproval(request -> {
                    this.requests.add(request);
                    this.duringDecision.run();
                    return this.decision;
                })));
        this.clients.add(client);
        return client;
    }

    private McpClientBuilder sharingOneConnection(McpClientBuilder builder) {
        return builder.principals(() -> Mono.justOrEmpty(this.user))
                .principalSettings(principals -> principals.withSharedConnection(true));
    }

    private List<@Nullable String> askedFor() {
        return this.requests.stream()
                .map(request ->
                        (request.principal() != null) ? request.principal().name() : null)
                .toList();
    }

    private static void call(McpClient client) {
        client.callTool("note", Map.of());
    }

    private static McpRejectedException rejectedCall(McpClient client) {
        McpRejectedException rejected = catchThrowableOfType(McpRejectedException.class, () -> call(client));
        assertThat(rejected.reason()).isEqualTo(McpRejectedException.Reason.DENIED);
        return rejected;
    }

    @Test
    void approvalIsPerPrincipalOnASharedConnection() {
        McpClient client = client(McpApprovalPolicy.ALL, this::sharingOneConnection);
        client.listTools();

        for (String name : List.of("alice", "bob", "alice", "bob")) {
            this.user = McpPrincipal.of(name);
            call(client);
        }

        assertThat(askedFor()).containsExactly("alice", "bob");
        assertThat(this.legacy.requests("initialize")).hasSize(1);
        assertThat(client.status().principalConnections()).isZero();
    }

    @Test
    void approvalWithoutAPrincipalAppliesOnlyToTheApplication() {
        McpClient client = client(McpApprovalPolicy.ALL, this::sharingOneConnection);
        client.listTools();

        this.user = null;
        call(client);
        call(client);
        this.user = McpPrincipal.of("alice");
        call(client);

        assertThat(askedFor()).containsExactly(McpPrincipal.APPLICATION.name(), "alice");
    }

    @Test
    void approvalIsNotRememberedWhenThePrincipalIsUnknown() {
        McpClient client = client(McpApprovalPolicy.ALL, builder -> builder);
        client.listTools();

        call(client);
        call(client);

        assertThat(askedFor()).containsExactly(null, null);
    }

    @Test
    void approvalIsNotRememberedForAToolThatWasNotListed() {
        McpClient client = client(McpApprovalPolicy.ALL, this::sharingOneConnection);

        call(client);
        call(client);

        assertThat(this.requests).hasSize(2);
    }

    @Test
    void auditNamesTheUserOfASharedConnection() {
        CapturedLog log = CapturedLog.of(ToolAudit.LOGGER).at(Level.DEBUG).open();
        try (log) {
            call(client(McpApprovalPolicy.ALL, this::sharingOneConnection));
        }

        // The healthy second server is called at the same time.
        assertThat(log.messages())
                .filteredOn(line -> line.startsWith("MCP server \"files\""))
                .singleElement()
                .asString()
                .contains("tool \"note\" for user \"alice\": ok");
    }

    @Test
    void definitionThatChangesDuringTheDecisionRequiresAnotherApproval() {
        McpClient client = client(McpApprovalPolicy.ALL, this::sharingOneConnection);
        client.listTools();
        this.duringDecision = () -> {
            if (this.requests.size() == 1) {
                this.tool = tool("Deletes all notes");
                client.listTools();
            }
        };

        call(client);

        assertThat(this.requests)
                .extracting(request -> request.tool().description())
                .containsExactly("Saves a note", "Deletes all notes");
        assertThat(this.legacy.requests("tools/call")).hasSize(1);

        call(client);
        assertThat(this.requests).hasSize(2); // what was shown last is remembered
    }

    @Test
    void definitionThatChangesDuringEachDecisionIsRejected() {
        McpClient client = client(McpApprovalPolicy.ALL, this::sharingOneConnection);
        client.listTools();
        this.duringDecision = () -> {
            this.tool = tool("Version " + this.requests.size());
            client.listTools();
        };

        assertThat(rejectedCall(client))
                .hasMessageContaining("its definition has changed during each of the decisions");
        assertThat(this.requests).hasSize(3);
        assertThat(this.legacy.requests("tools/call")).isEmpty();
    }

    @Test
    void metadataChangeDuringTheDecisionRequiresNoFurtherApproval() {
        McpClient client = client(McpApprovalPolicy.ALL, this::sharingOneConnection);
        client.listTools();
        this.duringDecision = () -> {
            this.tool = tool("Saves a note", "\"_meta\":{\"servedAt\":" + this.requests.size() + "}");
            client.listTools();
        };

        call(client);
        call(client);

        assertThat(this.requests).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void toolThatBecomesReadOnlyStillNeedsApproval(McpEra era) {
        ScriptedHttpServer server = (era == McpEra.LEGACY) ? this.legacy : this.modern;
        McpClient client = client(server, McpApprovalPolicy.DESTRUCTIVE, builder -> builder);
        client.listTools();
        this.decision = McpToolApprovalDecision.deny("no");

        this.tool = tool("Saves a note", HARMLESS);
        client.listTools();
        rejectedCall(client);

        this.tool = "";
        client.listTools();
        this.tool = tool("Saves a note", HARMLESS);
        client.listTools();
        rejectedCall(client);

        client.session().reconnect();
        client.listTools();
        rejectedCall(client);
        assertThat(server.requests("tools/call")).isEmpty();
    }

    @Test
    void toolThatWasAlwaysReadOnlyNeedsNoApproval() {
        this.tool = tool("Reads a note", HARMLESS);
        McpClient client = client(McpApprovalPolicy.WRITES, builder -> builder);
        client.listTools();
        client.listTools();

        call(client);

        assertThat(this.requests).isEmpty();
    }

    @Test
    void readOnlyToolNeedsNoApprovalOnceItsChangedPinIsApproved() {
        McpClient client = client(
                McpApprovalPolicy.DESTRUCTIVE,
                builder -> builder.tools(tools -> tools.withPinning(McpToolPinning.WARN)));
        client.listTools();
        this.tool = tool("Saves a note", HARMLESS);
        client.listTools();
        call(client);
        assertThat(this.requests).hasSize(1);

        McpToolChange change = client.tools().pins().changes().get(0);
        assertThat(client.tools().pins().approve(change)).isTrue();
        client.listTools();
        call(client);

        assertThat(this.requests).hasSize(1);
    }

    @Test
    void listenersReceiveEachDecisionBeforeTheCall() {
        List<String> seen = new CopyOnWriteArrayList<>();
        McpClient client = client(McpApprovalPolicy.ALL, builder -> sharingOneConnection(builder)
                .toolApprovalListener((request, decision) -> {
                    throw new IllegalStateException("the repository is gone");
                })
                .toolApprovalListener(
                        (request, decision) -> seen.add(request.toolName() + " " + decision.approved() + " "
                                + decision.remembered() + " " + decision.reason() + " "
                                + this.legacy.requests("tools/call").size())));
        call(client); // not listed
        client.listTools();
        call(client);
        call(client); // remembered
        this.user = McpPrincipal.of("bob");
        this.decision = McpToolApprovalDecision.deny("no");
        rejectedCall(client);
        this.duringDecision = () -> {
            throw new IllegalStateException();
        };
        rejectedCall(client);

        assertThat(seen)
                .startsWith("note true false null 0", "note true true null 1", "note false false no 3")
                .hasSize(4)
                .last()
                .asString()
                .startsWith("note false false the call of tool \"note\" was not approved: the approval failed");
    }
}
