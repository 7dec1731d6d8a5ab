package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.model.McpModelSettings;
import io.mcpclient.model.McpResultRules;
import io.mcpclient.model.McpSchemaForm;
import io.mcpclient.registry.McpMissingServer;
import io.mcpclient.registry.McpModelTool;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolFilter;
import io.mcpclient.registry.McpToolNamer;
import io.mcpclient.registry.McpToolOffer;
import io.mcpclient.registry.McpToolRanking;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSelection;
import io.mcpclient.registry.McpToolSnapshot;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.spring.McpServers;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.testkit.ToolLists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/** Which tools of a server the registry has, offers and calls. */
@Timeout(60)
class McpToolExposureAutoConfigurationTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, McpClientAutoConfiguration.class))
            .withPropertyValues("mcp.servers.files.url=" + this.server.url());

    private volatile String tools = ToolLists.FILES;

    private volatile Reply reply = Reply.result("{\"content\":[]}");

    @BeforeEach
    void offerTools() {
        this.server.on("tools/list").optionally().reply(request -> Reply.result(this.tools));
        this.server.on("tools/call").optionally().reply(request -> this.reply);
    }

    @AfterEach
    void close() {
        this.server.close();
    }

    private static McpToolRegistry listed(AssertableApplicationContext context) {
        McpToolRegistry registry = context.getBean(McpToolRegistry.class);
        await().until(() -> !registry.snapshot().tools().isEmpty());
        return registry;
    }

    private static List<String> names(List<McpRegisteredTool> tools) {
        return tools.stream().map(McpRegisteredTool::name).toList();
    }

    @Test
    void patternsSelectTheToolsOfTheRegistry() {
        this.runner
                .withPropertyValues(
                        "mcp.servers.files.tools.include=read_*,write_file", "mcp.servers.files.tools.exclude=*_secret")
                .run(context -> {
                    McpToolRegistry registry = listed(context);
                    assertThat(names(registry.snapshot().tools())).containsExactly("read_file", "write_file");
                    assertThatExceptionOfType(McpRejectedException.class)
                            .isThrownBy(() -> registry.callTool("read_secret", Map.of()))
                            .satisfies(failure ->
                                    assertThat(failure.reason()).isEqualTo(McpRejectedException.Reason.UNKNOWN_TOOL));
                    assertThat(context.getBean(McpClient.class).listTools()).hasSize(4);
                });
        assertThat(this.server.requests("tools/call")).isEmpty();
    }

    @Test
    void defaultsApplyToServersWithoutPatterns() {
        this.runner.withPropertyValues("mcp.defaults.tools.exclude=delete_*").run(context -> assertThat(
                        names(listed(context).snapshot().tools()))
                .containsExactly("read_file", "read_secret", "write_file"));
    }

    /** Adds a server at run time, with other rules than those of the server of the start. */
    private McpToolRegistry added(AssertableApplicationContext context, String... rules) {
        Map<String, Object> properties = new HashMap<>(Map.of("url", this.server.url()));
        for (String rule : rules) {
            properties.put("tools." + rule.substring(0, rule.indexOf('=')), rule.substring(rule.indexOf('=') + 1));
        }
        McpServers servers = context.getBean(McpServers.class);
        if (context.getBean(McpClients.class).find("extra").isPresent()) {
            servers.replace("extra", properties);
        } else {
            servers.add("extra", properties);
        }
        McpToolRegistry registry = context.getBean(McpToolRegistry.class);
        registry.awaitReady(LIMIT);
        return registry;
    }

    private static List<String> ofExtra(McpToolRegistry registry) {
        return names(registry.snapshot().ofServer("extra"));
    }

    @Test
    void rulesOfAServerThatIsAddedReplacedOrRemovedApplyAtOnce() {
        this.runner
                .withPropertyValues("mcp.servers.files.tools.exclude=*", "mcp.defaults.tools.exclude=delete_*")
                .run(context -> {
                    McpToolRegistry registry =
                            added(context, "include=read_*,write_file", "exclude=*_secret", "prefix=ex", "media=text");
                    Set<List<String>> seen = ConcurrentHashMap.newKeySet();
                    registry.addListener(changed -> seen.add(names(changed.tools())));
                    assertThat(ofExtra(registry)).containsExactly("ex_read_file", "ex_write_file");
                    assertThatExceptionOfType(McpRejectedException.class)
                            .isThrownBy(() -> registry.callTool("ex_read_secret", Map.of()));
                    this.reply = Reply.result(IMAGE_AND_TEXT);
                    assertThat(text(registry, "ex_read_file")).contains("\"data\":\"AAAA\"");

                    added(
                            context,
                            "overrides.read_file.description=Reads a page.",
                            "overrides.write_file.enabled=false",
                            "overrides.read_secret.max-result-length=4",
                            "overrides.read_secret.overflow=keep",
                            "max-result-length=8");
                    assertThat(ofExtra(registry)).containsExactly("read_file", "read_secret"); // the default excludes
                    assertThat(registry.snapshot().find("read_file"))
                            .hasValueSatisfying(
                                    tool -> assertThat(tool.description()).isEqualTo("Reads a page."));
                    assertThat(text(registry, "read_file")).startsWith("01234567[");
                    assertThat(text(registry, "read_secret")).startsWith("0123[");
                    assertThat(offered(registry.offer(McpToolSelection.all())))
                            .containsExactly("read_result", "read_file", "read_secret");

                    McpServers servers = context.getBean(McpServers.class);
                    servers.disable("extra");
                    assertThat(registry.snapshot().tools()).isEmpty();
                    servers.enable("extra");
                    registry.awaitReady(LIMIT);
                    assertThat(ofExtra(registry)).containsExactly("read_file", "read_secret");

                    servers.remove("extra");
                    assertThat(offered(registry.offer(McpToolSelection.all()))).isEmpty();
                    McpClient own =
                            McpClient.builder("extra").url(this.server.url()).build();
                    context.getBean(McpClients.class).add(own);
                    registry.awaitReady(LIMIT);
                    assertThat(ofExtra(registry)).hasSize(4);
                    assertThat(seen)
                            .containsOnly(
                                    List.of(),
                                    List.of("read_file", "read_secret"),
                                    List.of("read_file", "read_secret", "write_file", "delete_file"));
                });
    }

    private static String text(McpToolRegistry registry, String tool) {
        return registry.modelTool(tool, McpToolSelection.all())
                .call("{}", McpCallOptions.defaults())
                .text();
    }

    @Test
    void defaultRulesApplyToServersThatAreAddedWithSettings() {
        this.runner.withPropertyValues("mcp.defaults.tools.include=read_*").run(context -> {
            McpClients clients = context.getBean(McpClients.class);
            clients.add("extra", clients.defaults().withEndpoint(McpHttpSettings.of(this.server.url())));
            McpToolRegistry registry = context.getBean(McpToolRegistry.class);
            registry.awaitReady(LIMIT);
            assertThat(ofExtra(registry)).containsExactly("extra_read_file", "extra_read_secret");
        });
    }

    @Test
    void invalidRulesOfAServerThatIsAddedChangeNothing() {
        this.runner.run(context -> {
            for (String rule : List.of("include[0]=", "prefix=my docs", "max-result-length=0")) {
                assertThatExceptionOfType(McpConfigurationException.class)
                        .isThrownBy(() -> added(context, rule))
                        .withMessageContaining("mcp.servers.extra.tools." + rule.replaceAll("[\\[=].*", ""));
            }
            assertThat(context.getBean(McpClients.class).find("extra")).isEmpty();
        });
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void overridesOfAReplacedServerAreComparedWithItsTools(CapturedOutput output) {
        this.runner.run(context -> {
            added(context, "overrides.reed_file.enabled=false");
            added(context, "overrides.wride_file.enabled=false");
        });
        assertThat(output).containsOnlyOnce("tools.overrides has [reed_file]");
        assertThat(output).containsOnlyOnce("tools.overrides has [wride_file]");
    }

    @Test
    void dotIsNotAWildcard() {
        this.runner
                .withPropertyValues("mcp.servers.files.tools.exclude=read.file")
                .run(context -> assertThat(listed(context).snapshot().tools()).hasSize(4));
    }

    @Test
    void emptyPatternFailsTheStart() {
        this.runner.withPropertyValues("mcp.servers.files.tools.include[0]=").run(context -> assertThat(context)
                .hasFailed()
                .getFailure()
                .rootCause()
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("mcp.servers.files.tools.include has an empty pattern"));
    }

    @Test
    void patternsOfADisabledServerAreNotValidated() {
        this.runner
                .withPropertyValues("mcp.servers.off.enabled=false", "mcp.servers.off.tools.include[0]=")
                .run(context -> assertThat(listed(context).snapshot().tools()).hasSize(4));
    }

    @Test
    void prefixNamesTheToolsOfAServer() {
        this.runner.withPropertyValues("mcp.servers.files.tools.prefix=docs").run(context -> {
            McpToolRegistry registry = listed(context);
            assertThat(names(registry.snapshot().tools()))
                    .containsExactly("docs_read_file", "docs_read_secret", "docs_write_file", "docs_delete_file");
            assertThat(registry.callTool("docs_read_file", Map.of())).isNotNull();
        });
        assertThat(this.server.requests("tools/call").get(0).body()).contains("\"name\":\"read_file\"");
    }

    @Test
    void invalidPrefixFailsTheStart() {
        this.runner.withPropertyValues("mcp.defaults.tools.prefix=my docs").run(context -> assertThat(context)
                .hasFailed()
                .getFailure()
                .rootCause()
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("mcp.defaults.tools.prefix has characters that names of tools cannot have"));
    }

    @Test
    void overridesChangeHowModelsSeeATool() {
        this.runner
                .withPropertyValues(
                        "mcp.servers.files.tools.overrides.read_file.description=Reads a page.",
                        "mcp.servers.files.tools.overrides.read_file.title=Read",
                        "mcp.servers.files.tools.overrides.read_file.return-direct=true",
                        "mcp.servers.files.tools.overrides.delete_file.enabled=false")
                .run(context -> {
                    McpToolRegistry registry = listed(context);
                    assertThat(names(registry.snapshot().tools()))
                            .containsExactly("read_file", "read_secret", "write_file");
                    McpRegisteredTool read =
                            registry.snapshot().find("read_file").orElseThrow();
                    assertThat(read.description()).isEqualTo("Reads a page.");
                    assertThat(read.displayName()).isEqualTo("Read");
                    assertThat(read.override().returnDirect()).isTrue();
                    assertThat(read.tool().description()).isNull();
                    assertThatExceptionOfType(McpRejectedException.class)
                            .isThrownBy(() -> registry.callTool("delete_file", Map.of()));
                });
    }

    @Test
    void timeoutOfAnOverrideAppliesToCallsWithoutOne() {
        this.server.on("notifications/cancelled").optionally().reply(Reply.accepted());
        this.reply = Reply.neverAnswer();
        this.runner
                .withPropertyValues("mcp.servers.files.tools.overrides.read_file.timeout=300ms")
                .run(context -> {
                    McpToolRegistry registry = listed(context);
                    assertThatExceptionOfType(McpTimeoutException.class)
                            .isThrownBy(() -> registry.callTool("read_file", Map.of()))
                            .satisfies(late -> assertThat(late.timeout()).isEqualTo(Duration.ofMillis(300)));
                    assertThatExceptionOfType(McpTimeoutException.class)
                            .isThrownBy(() -> registry.callTool(
                                    "read_file", Map.of(), McpCallOptions.timeout(Duration.ofMillis(400))))
                            .satisfies(late -> assertThat(late.timeout()).isEqualTo(Duration.ofMillis(400)));
                });
    }

    @Test
    void timeoutOfAnOverrideThatIsNotPositiveFailsTheStart() {
        this.runner
                .withPropertyValues("mcp.servers.files.tools.overrides.read_file.timeout=0s")
                .run(context -> assertThat(context)
                        .hasFailed()
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(McpConfigurationException.class)
                        .hasMessageContaining("mcp.servers.files.tools.overrides.read_file.timeout is PT0S"));
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void overrideOfAToolThatTheServerDoesNotHaveIsLogged(CapturedOutput output) {
        this.runner
                .withPropertyValues("mcp.servers.files.tools.overrides.reed_file.description=Reads a page.")
                .run(context -> assertThat(listed(context).snapshot().tools()).hasSize(4));
        assertThat(output).containsOnlyOnce("tools.overrides has [reed_file], but the server has no such tool");
    }

    @Test
    void lengthOfResultsThatIsNotPositiveFailsTheStart() {
        this.runner.withPropertyValues("mcp.tools.max-result-length=0").run(context -> assertThat(context)
                .hasFailed()
                .getFailure()
                .rootCause()
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("mcp.tools.max-result-length is 0"));
    }

    @Test
    void modelIsOfferedAllToolsUpToTheThreshold() {
        this.runner
                .withPropertyValues("mcp.tools.search.threshold=4", "mcp.tools.search.relevant=2")
                .run(context -> {
                    McpToolOffer offer =
                            listed(context).offer(McpToolSelection.all().query("delete"));
                    assertThat(offered(offer)).hasSize(4).doesNotContain("search_tools");
                });
    }

    @Test
    void modelIsOfferedWhatFitsAndASearchAboveTheThreshold() {
        this.runner
                .withPropertyValues("mcp.tools.search.threshold=2", "mcp.tools.search.relevant=2")
                .withBean(
                        McpToolFilter.class,
                        () -> (tool, selection) -> !tool.name().equals("read_secret"))
                .run(context -> {
                    McpToolRegistry registry = listed(context);
                    McpToolSelection wanted = McpToolSelection.all().query("delete or write files");
                    McpToolOffer offer = registry.offer(wanted);
                    assertThat(offered(offer))
                            .containsExactly("search_tools", "call_tool", "write_file", "delete_file");
                    assertThat(offered(registry.offer(wanted))).isEqualTo(offered(offer));
                    assertThat(offered(registry.offer(McpToolSelection.all())))
                            .containsExactly("search_tools", "call_tool");

                    assertThat(call(offer, "search_tools", "{\"query\": \"read\"}")
                                    .text())
                            .contains("\"name\":\"read_file\"")
                            .doesNotContain("read_secret");
                    McpModelResult refused = call(offer, "search_tools", "{}");
                    assertThat(refused.isError()).isTrue();
                    assertThat(refused.failure())
                            .hasMessageContaining("the argument \"query\" of search_tools is missing");
                    assertThat(call(offer, "call_tool", "{\"name\": \"read_secret\", \"arguments\": {}}")
                                    .text())
                            .startsWith("The tool was not executed: no tool is named \"read_secret\".");
                });
    }

    private static List<String> offered(McpToolOffer offer) {
        return offer.tools().stream().map(McpModelTool::name).toList();
    }

    private static McpModelResult call(McpToolOffer offer, String tool, String arguments) {
        return offer.find(tool).orElseThrow().call(arguments, McpCallOptions.defaults());
    }

    private static final String IMAGE_AND_TEXT = "{\"content\":[{\"type\":\"text\",\"text\":\"0123456789\"},"
            + "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"AAAA\"}],\"structuredContent\":{\"a\":1}}";

    private String textForModel(String tool, String... properties) {
        this.reply = Reply.result(IMAGE_AND_TEXT);
        String[] text = new String[1];
        this.runner
                .withPropertyValues(properties)
                .run(context -> text[0] = listed(context)
                        .modelTool(tool, McpToolSelection.all())
                        .call("{}", McpCallOptions.defaults())
                        .text());
        return text[0];
    }

    @Test
    void modelReadsEachPartOnceAndANoteForAnImageByDefault() {
        assertThat(textForModel("read_file")).isEqualTo("0123456789\n[image/png, 3 bytes]\n{\"a\":1}");
    }

    @Test
    void rulesForResultsApplyToAllServersOneServerAndOneTool() {
        assertThat(textForModel("read_file", "mcp.tools.results=structured"))
                .contains("{\"a\":1}")
                .doesNotContain("012");
        assertThat(textForModel("read_file", "mcp.tools.results=structured", "mcp.servers.files.tools.results=text"))
                .startsWith("0123456789")
                .doesNotContain("{\"a\":1}");
        String[] properties = {
            "mcp.defaults.tools.max-result-length=8", "mcp.servers.files.tools.overrides.read_file.max-result-length=4"
        };
        assertThat(textForModel("write_file", properties))
                .startsWith("01234567[")
                .contains("[cut: 8 of ");
        assertThat(textForModel("read_file", properties)).startsWith("0123[").contains("[cut: 4 of ");
        assertThat(textForModel("read_file", "mcp.tools.media=text")).contains("\"data\":\"AAAA\"");
    }

    @Test
    void rulesForModelsAreBound() {
        this.runner
                .withPropertyValues(
                        "mcp.tools.results=both",
                        "mcp.tools.media=attach",
                        "mcp.tools.max-result-length=7",
                        "mcp.tools.overflow=keep",
                        "mcp.tools.schemas=as-sent",
                        "mcp.tools.coerce-arguments=false",
                        "mcp.tools.clean-results=true",
                        "mcp.tools.open-resources=true",
                        "mcp.tools.keep-unavailable=1m",
                        "mcp.tools.await-ready=0",
                        "mcp.tools.parallel=true")
                .run(context -> assertThat(
                                context.getBean(McpToolRegistry.class).settings())
                        .isEqualTo(new McpModelSettings(
                                new McpResultRules(
                                        McpResultRules.Form.BOTH,
                                        McpResultRules.Media.ATTACH,
                                        7,
                                        McpResultRules.Overflow.KEEP),
                                McpSchemaForm.AS_SENT,
                                false,
                                true,
                                true,
                                Duration.ofMinutes(1),
                                Duration.ZERO,
                                true)));
        this.runner.run(context ->
                assertThat(context.getBean(McpToolRegistry.class).settings()).isEqualTo(McpModelSettings.defaults()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mcp.tools.keep-unavailable=-1s",
                "mcp.tools.await-ready=-1s",
                "mcp.servers.files.tools.max-result-length=0",
                "mcp.servers.files.tools.overrides.read_file.max-result-length=0"
            })
    void invalidRulesForModelsFailTheStart(String property) {
        this.runner.withPropertyValues(property).run(context -> assertThat(context)
                .hasFailed()
                .getFailure()
                .rootCause()
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining(property.substring(0, property.indexOf('='))));
    }

    @Test
    void namesAreWrittenWithUnderscoresAndChosenByABean() {
        this.tools = "{\"tools\":[{\"name\":\"get-sum\",\"inputSchema\":{\"type\":\"object\"}},"
                + "{\"name\":\"q\",\"inputSchema\":{\"type\":\"object\"}}]}";
        this.runner
                .withPropertyValues("mcp.tools.style=underscores")
                .withBean(
                        McpToolNamer.class,
                        () -> (server, tool, defaultName) -> tool.equals("q") ? server + "_query" : null)
                .run(context -> assertThat(names(listed(context).snapshot().tools()))
                        .containsExactly("get_sum", "files_query"));
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void promptsDoNotWaitBeforeTheClientsAreStarted(CapturedOutput output) {
        this.runner
                .withPropertyValues("mcp.tools.await-ready=1h")
                .withInitializer(context -> context.addBeanFactoryPostProcessor(
                        factory -> factory.addBeanPostProcessor(new ReadingWhileBeansAreCreated(factory))))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(output).doesNotContain("A prompt lacks the tools");
                });
    }

    /** Asks for tools as soon as there is a registry, as frameworks do. */
    private record ReadingWhileBeansAreCreated(BeanFactory beans) implements BeanPostProcessor {

        @Override
        public Object postProcessAfterInitialization(Object bean, String beanName) {
            if (bean instanceof McpToolRegistry registry) {
                assertThat(registry.offer(McpToolSelection.all()).tools()).isEmpty();
            }
            return bean;
        }
    }

    @Test
    void rankingBeanReplacesLucene() {
        this.runner
                .withPropertyValues("mcp.tools.search.threshold=1", "mcp.tools.search.relevant=1")
                .withBean(
                        McpToolRanking.class,
                        () -> (tools, query) -> List.of(tools.find(query).orElseThrow()))
                .run(context -> {
                    McpToolRegistry registry = listed(context);
                    assertThat(names(registry.search("write_file"))).containsExactly("write_file");
                    assertThat(offered(registry.offer(McpToolSelection.all().query("read_file"))))
                            .containsExactly("search_tools", "call_tool", "read_file");
                });
    }

    @ParameterizedTest
    @CsvSource({"threshold,0,is 0", "relevant,-1,is -1", "relevant,6,is 6"})
    void invalidNumbersOfTheSearchFailTheStart(String property, String value, String problem) {
        this.runner
                .withPropertyValues("mcp.tools.search.threshold=5", "mcp.tools.search." + property + "=" + value)
                .run(context -> assertThat(context)
                        .hasFailed()
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(McpConfigurationException.class)
                        .hasMessageContaining("mcp.tools.search." + property + " " + problem));
    }

    @Test
    void awaitReadyConnectsAServerThatConnectsOnDemand() {
        this.runner.withPropertyValues("mcp.servers.files.start=lazy").run(context -> {
            McpToolRegistry registry = context.getBean(McpToolRegistry.class);
            assertThat(registry.snapshot().missing())
                    .extracting(McpMissingServer::reason)
                    .containsExactly(McpMissingServer.Reason.NOT_CONNECTED);
            McpToolSnapshot ready = registry.awaitReady(LIMIT);
            assertThat(ready.tools()).hasSize(4);
            assertThat(ready.missing()).isEmpty();
        });
    }

    @Test
    void filterAppliesToSelectionsAndCallsByPrincipal() {
        McpToolFilter operators = (tool, selection) -> {
            McpPrincipal principal = selection.principal();
            return tool.name().startsWith("read_")
                    || (principal != null && principal.name().equals("operator"));
        };
        this.runner.withBean(McpToolFilter.class, () -> operators).run(context -> {
            McpToolRegistry registry = listed(context);
            assertThat(names(registry.select(McpToolSelection.all()).tools()))
                    .containsExactly("read_file", "read_secret");
            McpToolSelection ofOperator = McpToolSelection.all().principal(McpPrincipal.of("operator"));
            assertThat(registry.select(ofOperator).tools()).hasSize(4);

            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> registry.callTool("write_file", Map.of()));
            McpCallOptions asOperator = McpCallOptions.defaults().withPrincipal(McpPrincipal.of("operator"));
            assertThat(registry.callTool("write_file", Map.of(), asOperator)).isNotNull();
            assertThat(registry.callToolReactive("write_file", Map.of(), McpCallOptions.defaults())
                            .contextWrite(McpPrincipalContext.of(McpPrincipal.of("operator")))
                            .block(LIMIT))
                    .isNotNull();
        });
        assertThat(this.server.requests("tools/call")).hasSize(2);
    }

    @Test
    void filterThatThrowsRejectsTheTool() {
        this.runner
                .withBean(McpToolFilter.class, () -> (tool, selection) -> {
                    if (tool.name().equals("delete_file")) {
                        throw new IllegalStateException("no answer");
                    }
                    return true;
                })
                .run(context -> assertThat(names(
                                listed(context).select(McpToolSelection.all()).tools()))
                        .containsExactly("read_file", "read_secret", "write_file"));
    }
}
