package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.actuate.audit.InMemoryAuditEventRepository;
import org.springframework.boot.actuate.autoconfigure.audit.AuditAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.autoconfigure.actuate.McpApprovalAuditAutoConfiguration;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.McpToolApproval;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.call.McpToolApprovalRequest;
import io.mcpclient.call.ReactiveMcpToolApproval;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.spring.McpServer;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Tool calls that wait for a decision: which, for how long, and what becomes of them. */
@Timeout(60)
class McpToolApprovalAutoConfigurationTests {

    private static final String TOOLS = """
            {"tools":[\
            {"name":"read","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},\
            {"name":"write","inputSchema":{"type":"object"},"annotations":{"destructiveHint":false}},\
            {"name":"delete","inputSchema":{"type":"object"},"annotations":{"destructiveHint":true}},\
            {"name":"unmarked","inputSchema":{"type":"object"}}]}""";

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private volatile String tools = TOOLS;

    private final Person person = new Person();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withPropertyValues("mcp.defaults.start=lazy", "mcp.servers.files.url=" + this.server.url());

    @BeforeEach
    void offerTools() {
        this.server.on("tools/list").optionally().reply(request -> Reply.result(this.tools));
        this.server.on("tools/call").optionally().reply(Reply.result("{\"content\":[]}"));
    }

    @AfterEach
    void close() {
        this.server.close();
    }

    /** Decides by a function, and remembers what it was asked. */
    private static final class Person implements McpToolApproval {

        private final List<McpToolApprovalRequest> requests = new CopyOnWriteArrayList<>();

        private volatile Function<McpToolApprovalRequest, McpToolApprovalDecision> decision =
                request -> McpToolApprovalDecision.deny("not today");

        @Override
        public McpToolApprovalDecision decide(McpToolApprovalRequest request) {
            this.requests.add(request);
            return this.decision.apply(request);
        }

        List<String> tools() {
            return this.requests.stream().map(McpToolApprovalRequest::toolName).toList();
        }
    }

    private ApplicationContextRunner asking(String policy) {
        return this.runner
                .withPropertyValues("mcp.tools.approval=" + policy)
                .withBean(McpToolApproval.class, () -> this.person);
    }

    @ParameterizedTest
    @CsvSource({
        "none,''",
        "destructive,delete unmarked unlisted",
        "writes,write delete unmarked unlisted",
        "all,read write delete unmarked unlisted"
    })
    void policyDecidesByAnnotationsWhichCallsNeedApproval(String policy, String asked) {
        this.person.decision = request -> McpToolApprovalDecision.approve();
        asking(policy).run(context -> {
            McpClient client = context.getBean(McpClient.class);
            client.listTools();
            for (String tool : List.of("read", "write", "delete", "unmarked", "unlisted")) {
                client.callTool(tool, Map.of());
            }
        });
        assertThat(String.join(" ", this.person.tools())).isEqualTo(asked);
        assertThat(this.server.requests("tools/call")).hasSize(5);
    }

    @Test
    void deniedCallIsNotSentAndHasTheReason() {
        asking("destructive").run(context -> {
            McpClient client = context.getBean(McpClient.class);
            client.listTools();
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> client.callTool("delete", Map.of("id", 7)))
                    .withMessageContaining("the call of tool \"delete\" was not approved: not today")
                    .satisfies(denial -> {
                        assertThat(denial.reason()).isEqualTo(McpRejectedException.Reason.DENIED);
                        assertThat(denial.outcome()).isEqualTo(McpOutcome.NOT_SENT);
                    });
        });
        McpToolApprovalRequest request = this.person.requests.get(0);
        assertThat(request.serverName()).isEqualTo("files");
        assertThat(request.arguments()).isEqualTo(Map.of("id", 7));
        assertThat(request.tool()).isNotNull();
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    @Test
    void approvalAppliesToEveryWayOfCallingATool() {
        asking("all").run(context -> {
            McpClient client = context.getBean(McpClient.class);
            McpToolRegistry registry = context.getBean(McpToolRegistry.class);
            client.session().connect();
            await().until(() -> registry.snapshot().find("read").isPresent());
            List<Runnable> ways = List.of(
                    () -> client.callTool("read", Map.of()),
                    () -> client.callTool("read", Map.of(), Map.class),
                    () -> client.tools().call(CallToolParams.of("read", Map.of()), McpCallOptions.defaults()),
                    () -> client.raw()
                            .request("tools/call", Map.of("name", "read"), Map.class, McpCallOptions.defaults()),
                    () -> client.reactive()
                            .callTool("read", Map.of(), McpCallOptions.defaults())
                            .block(LIMIT),
                    () -> registry.callTool("read", Map.of()));
            ways.forEach(McpToolApprovalAutoConfigurationTests::isDenied);
        });
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    @Test
    void callThatBecomesATaskNeedsApproval() {
        try (ScriptedModernServer modern = ScriptedHttpServer.modern()) {
            modern.capabilities("{\"tools\":{},\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}");
            asking("all")
                    .withPropertyValues("mcp.servers.files.url=" + modern.url())
                    .run(context -> isDenied(() -> context.getBean(McpClient.class)
                            .tasks()
                            .callTool(CallToolParams.of("echo", Map.of()), null, McpCallOptions.defaults())));
            assertThat(modern.requests("tools/call")).isEmpty();
        }
    }

    private static void isDenied(Runnable call) {
        assertThatExceptionOfType(McpRejectedException.class)
                .isThrownBy(call::run)
                .satisfies(denial -> assertThat(denial.reason()).isEqualTo(McpRejectedException.Reason.DENIED));
    }

    @Test
    void rememberedApprovalHoldsUntilTheDefinitionChanges() {
        this.person.decision = request -> McpToolApprovalDecision.approveAndRemember();
        asking("destructive")
                .withBean(McpPrincipalResolver.class, () -> Mono::empty)
                .run(context -> {
                    McpClient client = context.getBean(McpClient.class);
                    client.listTools();
                    client.callTool("delete", Map.of("id", 1));
                    client.callTool("delete", Map.of("id", 2));
                    assertThat(this.person.tools()).containsExactly("delete");

                    this.tools = TOOLS.replace("\"delete\",", "\"delete\",\"title\":\"New\",");
                    client.listTools();
                    client.callTool("delete", Map.of("id", 3));
                    assertThat(this.person.tools()).containsExactly("delete", "delete");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"auth.type=none", "auth.type=bearer|auth.token=t0p", "auth.per-principal=false"})
    void approvalIsRememberedPerUserWhateverTheCredentials(String properties) {
        AtomicReference<String> user = new AtomicReference<>();
        this.person.decision = request -> McpToolApprovalDecision.approveAndRemember();
        String[] ofServer = Stream.of(properties.split("\\|"))
                .map(property -> "mcp.servers.files." + property)
                .toArray(String[]::new);
        asking("all")
                .withPropertyValues(ofServer)
                .withBean(McpPrincipalResolver.class, () -> () -> Mono.fromSupplier(() -> McpPrincipal.of(user.get())))
                .run(context -> {
                    McpClient client = context.getBean(McpClient.class);
                    for (String name : List.of("alice", "bob", "alice")) {
                        user.set(name);
                        client.listTools();
                        client.callTool("delete", Map.of());
                    }
                });
        assertThat(this.person.requests)
                .extracting(request -> request.principal().name())
                .containsExactly("alice", "bob");
        assertThat(this.server.requests("initialize")).hasSize(1);
    }

    @Test
    void decisionsAreAuditEvents() {
        InMemoryAuditEventRepository audit = new InMemoryAuditEventRepository();
        this.person.decision = request -> request.toolName().equals("read")
                ? McpToolApprovalDecision.approveAndRemember()
                : McpToolApprovalDecision.deny("not today");
        asking("all")
                .withConfiguration(
                        AutoConfigurations.of(AuditAutoConfiguration.class, McpApprovalAuditAutoConfiguration.class))
                .withBean(AuditEventRepository.class, () -> audit)
                .withBean(McpPrincipalResolver.class, () -> () -> Mono.just(McpPrincipal.of("alice")))
                .run(context -> {
                    McpClient client = context.getBean(McpClient.class);
                    client.listTools();
                    client.callTool("read", Map.of("secret", "s3cr3t"));
                    isDenied(() -> client.callTool("delete", Map.of()));
                });
        assertThat(audit.find("alice", null, "MCP_TOOL_APPROVAL"))
                .extracting(AuditEvent::getData)
                .containsExactly(
                        Map.of("server", "files", "tool", "read", "decision", "approved", "remembered", true),
                        Map.of("server", "files", "tool", "delete", "decision", "denied", "remembered", false));
    }

    @Test
    void withoutARepositoryThereIsNoAudit() {
        asking("all")
                .withConfiguration(AutoConfigurations.of(McpApprovalAuditAutoConfiguration.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("mcpApprovalAudit"));
    }

    @Test
    void withoutTheActuatorThereIsNoAudit() {
        asking("all")
                .withConfiguration(AutoConfigurations.of(McpApprovalAuditAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(AuditEventRepository.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("mcpApprovalAudit"));
    }

    @Test
    void callWithoutADecisionInTimeIsDenied() {
        this.runner
                .withPropertyValues("mcp.tools.approval=all", "mcp.tools.approval-timeout=200ms")
                .withBean(ReactiveMcpToolApproval.class, () -> request -> Mono.never())
                .run(context -> assertThatExceptionOfType(McpRejectedException.class)
                        .isThrownBy(() -> context.getBean(McpClient.class).callTool("read", Map.of()))
                        .withMessageContaining("there was no decision within 200 ms"));
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    @Test
    void failingApprovalDeniesTheCall() {
        this.person.decision = request -> {
            throw new IllegalStateException("the dialog is gone");
        };
        asking("all").run(context -> assertThatExceptionOfType(McpRejectedException.class)
                .isThrownBy(() -> context.getBean(McpClient.class).callTool("read", Map.of()))
                .withMessageContaining("the approval failed with IllegalStateException")
                .withRootCauseInstanceOf(IllegalStateException.class));
    }

    @Test
    void cancelledCallInterruptsTheApproval() {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        this.person.decision = request -> {
            asked.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException ex) {
                interrupted.countDown();
            }
            return McpToolApprovalDecision.approve();
        };
        asking("all").run(context -> {
            Disposable call = context.getBean(McpClient.class)
                    .reactive()
                    .callTool("read", Map.of(), McpCallOptions.defaults())
                    .subscribe();
            asked.await();
            call.dispose();
            interrupted.await();
        });
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    @Test
    void serverPolicyOverridesTheDefaultPolicy() {
        asking("none")
                .withPropertyValues("mcp.servers.files.tools.approval=all")
                .run(context -> {
                    isDenied(() -> context.getBean(McpClient.class).callTool("read", Map.of()));
                });
    }

    @Test
    void toolThatIsNoLongerListedLosesItsAnnotations() {
        this.person.decision = request -> McpToolApprovalDecision.approve();
        asking("writes").run(context -> {
            McpClient client = context.getBean(McpClient.class);
            client.listTools();
            client.callTool("read", Map.of());
            assertThat(this.person.tools()).isEmpty();

            this.tools = "{\"tools\":[]}";
            client.listTools();
            client.callTool("read", Map.of());
            assertThat(this.person.tools()).containsExactly("read");
        });
    }

    @Test
    void beanOfTheServerTakesPrecedence() {
        asking("all").withUserConfiguration(OfFiles.class).run(context -> assertThatExceptionOfType(
                        McpRejectedException.class)
                .isThrownBy(() -> context.getBean(McpClient.class).callTool("read", Map.of()))
                .withMessageContaining("not for files"));
        assertThat(this.person.tools()).isEmpty();
    }

    @Configuration(proxyBeanMethods = false)
    static class OfFiles {

        @Bean
        @McpServer("files")
        ReactiveMcpToolApproval ofFiles() {
            return request -> Mono.just(McpToolApprovalDecision.deny("not for files"));
        }
    }

    @Test
    void severalBeansOfEqualPrecedenceFailTheStart() {
        asking("all")
                .withBean("another", McpToolApproval.class, () -> request -> McpToolApprovalDecision.approve())
                .run(context -> assertThat(context)
                        .hasFailed()
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining(
                                "mcp.servers.files.tools.approval has several handlers of equal precedence"));
    }

    @Test
    void policyWithoutAnApprovalBeanFailsTheStart() {
        this.runner.withPropertyValues("mcp.tools.approval=writes").run(context -> assertThat(context)
                .hasFailed()
                .getFailure()
                .rootCause()
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("is writes, but there is no approval to ask")
                .hasMessageContaining("Add a bean of type McpToolApproval"));
    }
}
