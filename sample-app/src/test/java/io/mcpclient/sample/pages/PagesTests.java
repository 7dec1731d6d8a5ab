package io.mcpclient.sample.pages;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.mockito.Mockito;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.stereotype.Component;
import org.springframework.test.util.ReflectionTestUtils;
import org.testcontainers.junit.jupiter.Testcontainers;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpToolApproval;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.test.McpTestServer;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;
import io.mcpclient.typed.McpToolClientFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** README.md and the pages in docs: Java compiles, starts and calls, tests pass, YAML binds, and all that is named exists. */
@Timeout(120)
class PagesTests {

    private static final Pattern TEST = Pattern.compile("`(\\w+Tests)`");

    /** Tells the configuration of an application from other YAML, such as that of containers. */
    private static final Pattern SPRING = Pattern.compile("(?m)^(?:mcp|spring|management|server|logging):");

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#: ]+)(?:#[^)]*)?\\)");

    private static final Pattern COMMAND = Pattern.compile("(?m)^(?:    )?mvn (.*?)(?:  #.*)?$");

    private static final Pattern DEPENDENCY =
            Pattern.compile("<groupId>(.+?)</groupId>\\s*<artifactId>(.+?)</artifactId>\\s*<version>(.+?)</version>");

    /** A measured value in a table. */
    private static final Pattern FIGURE = Pattern.compile("\\*\\*([\\d.,]+(?: KB)?)\\*\\*");

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private static Path directory;

    private static CompiledPages compiled;

    private static Set<String> sources;

    @BeforeAll
    static void compile() throws IOException {
        compiled = CompiledPages.of(Page.all(), Files.createDirectory(directory.resolve("classes")));
        try (Stream<Path> files = Files.walk(Page.ROOT)) {
            sources = files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> file.getFileName().toString().replace(".java", ""))
                    .collect(Collectors.toUnmodifiableSet());
        }
    }

    @AfterAll
    static void close() {
        compiled.close();
    }

    static List<Page> pages() throws IOException {
        return Page.all();
    }

    static List<Page> pagesWithJava() throws IOException {
        return Page.all().stream()
                .filter(page -> !page.blocks("java").isEmpty())
                .toList();
    }

    static List<Page.Block> yaml() throws IOException {
        return Page.all().stream()
                .flatMap(page -> page.blocks("yaml").stream())
                .filter(block -> SPRING.matcher(block.text()).find())
                .toList();
    }

    static List<Page.Block> xml() throws IOException {
        return Page.all().stream().flatMap(page -> page.blocks("xml").stream()).toList();
    }

    @Test
    void whenPagesHaveJavaThenItCompiles() {
        assertThat(compiled.errors()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("pagesWithJava")
    void whenAPageHasBeansThenTheyStartTogether(Page page) throws IOException {
        List<Class<?>> types = compiled.typesOf(page);
        List<Class<?>> beans = types.stream().filter(PagesTests::isBean).toList();
        PageContexts.runner(compiled.loader())
                .withPropertyValues(page.servers().stream()
                        .map(server -> "mcp.servers." + server + ".url=https://" + server + ".example.com/mcp")
                        .toArray(String[]::new))
                .withInitializer(context -> {
                    mock(ChatModel.class, context.getBeanFactory());
                    context.getBeanFactory()
                            .registerSingleton(
                                    "chatClientBuilder",
                                    ChatClient.builder(Mockito.mock(ChatModel.class, Mockito.RETURNS_MOCKS)));
                    mock(dev.langchain4j.model.chat.ChatModel.class, context.getBeanFactory());
                    types.stream().filter(Class::isInterface).forEach(type -> mock(type, context.getBeanFactory()));
                    BeanDefinitionRegistry registry = (BeanDefinitionRegistry) context.getBeanFactory();
                    beans.forEach(
                            bean -> registry.registerBeanDefinition(bean.getName(), new RootBeanDefinition(bean)));
                })
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    beans.forEach(bean -> assertThat(context).hasSingleBean(bean));
                });
    }

    private static boolean isBean(Class<?> type) {
        return AnnotatedElementUtils.hasAnnotation(type, Component.class)
                && !AnnotatedElementUtils.hasAnnotation(type, TestConfiguration.class)
                // Tests of their own start applications
                && !AnnotatedElementUtils.hasAnnotation(type, SpringBootApplication.class)
                && !type.getSimpleName().equals(CompiledPages.APPLICATION);
    }

    /** For what the application of a reader has, and a page has not: its model, its dialogs. */
    private static <T> void mock(Class<T> type, ConfigurableListableBeanFactory beans) {
        beans.registerSingleton("mock of " + type.getName(), Mockito.mock(type));
    }

    // Those with containers compile only: their images are examples
    @ParameterizedTest
    @MethodSource("pagesWithJava")
    void whenAPageHasTestsThenTheyPass(Page page) throws IOException {
        List<Class<?>> tests = compiled.typesOf(page).stream()
                .filter(type -> type.getSimpleName().endsWith("Tests"))
                .filter(type -> !type.isAnnotationPresent(Testcontainers.class))
                .toList();
        Path properties = Files.writeString(
                directory.resolve("application.yml"),
                "mcp.servers.weather: {url: 'https://weather.example.com/mcp', start: lazy}");
        SummaryGeneratingListener results = new SummaryGeneratingListener();
        ClassLoader previous = Thread.currentThread().getContextClassLoader();
        System.setProperty("spring.config.location", properties.toUri().toString());
        Thread.currentThread().setContextClassLoader(compiled.loader());
        try {
            LauncherFactory.create()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(tests.stream()
                                            .map(DiscoverySelectors::selectClass)
                                            .toList())
                                    .build(),
                            results);
        } finally {
            Thread.currentThread().setContextClassLoader(previous);
            System.clearProperty("spring.config.location");
        }
        assertThat(results.getSummary().getFailures())
                .allSatisfy(failure -> assertThat(failure.getException()).isNull());
        assertThat(results.getSummary().getTestsSucceededCount()).isGreaterThanOrEqualTo(tests.size());
    }

    @Test
    void whenGettingStartedCallsAServerWithoutSpringThenTheServerResponds() throws ReflectiveOperationException {
        Method main = compiled.loader()
                .loadClass("page.docs_getting_started.WithoutSpring")
                .getDeclaredMethod("main", String[].class);
        main.setAccessible(true);
        try (ScriptedLegacyServer server = ScriptedHttpServer.legacy()) {
            main.invoke(null, (Object) new String[] {server.url()});
            assertThat(server.requests("tools/call")).singleElement().satisfies(request -> assertThat(request.body())
                    .contains("get_forecast", "Oslo"));
        }
    }

    @Test
    void whenTheReadmeDeclaresAToolAsAMethodThenItCallsAServer() throws ReflectiveOperationException {
        Class<?> weather = compiled.loader().loadClass("page.readme.Weather");
        try (McpTestServer server = McpTestServer.create("weather");
                McpClient client =
                        McpClient.builder("weather").url(server.url()).build()) {
            server.tool("get_forecast").returns(Map.of("summary", "sunny", "temperature", 21.5));
            Object forecast =
                    ReflectionTestUtils.invokeMethod(McpToolClientFactory.create(weather, client), "forecast", "Oslo");
            assertThat(forecast).hasToString("Forecast[summary=sunny, temperature=21.5]");
        }
    }

    @Test
    void whenTheReadmeQuotesAFigureThenItIsOneOfThePageOfPerformance() throws IOException {
        String performance = Files.readString(Page.ROOT.resolve("docs/performance.md"));
        List<String> figures = FIGURE.matcher(Files.readString(Page.ROOT.resolve("README.md")))
                .results()
                .map(figure -> figure.group(1))
                .toList();
        assertThat(figures).hasSizeGreaterThan(3).allMatch(performance::contains);
    }

    @Test
    void whenGettingStartedCallsAServerThenTheResultIsBound() throws ReflectiveOperationException {
        Class<?> forecasts = compiled.loader().loadClass("page.docs_getting_started.Forecasts");
        Class<?> tools = compiled.loader().loadClass("page.docs_getting_started.Tools");
        try (McpTestServer server = McpTestServer.create("weather")) {
            server.tool("get_forecast").returns(Map.of("summary", "sunny", "temperature", 21.5));
            PageContexts.runner(compiled.loader())
                    .withPropertyValues("mcp.servers.weather.url=" + server.url())
                    .withInitializer(context -> {
                        BeanDefinitionRegistry registry = (BeanDefinitionRegistry) context.getBeanFactory();
                        registry.registerBeanDefinition("forecasts", new RootBeanDefinition(forecasts));
                        registry.registerBeanDefinition("tools", new RootBeanDefinition(tools));
                    })
                    .run(context -> {
                        Object forecast =
                                ReflectionTestUtils.invokeMethod(context.getBean(forecasts), "forecast", "Oslo");
                        assertThat(forecast).hasToString("Forecast[summary=sunny, temperature=21.5]");
                        context.getBean(McpToolRegistry.class).awaitReady(LIMIT);
                        List<McpRegisteredTool> available =
                                ReflectionTestUtils.invokeMethod(context.getBean(tools), "available");
                        assertThat(available)
                                .extracting(McpRegisteredTool::name)
                                .containsExactly("get_forecast");
                    });
        }
    }

    @ParameterizedTest
    @MethodSource("yaml")
    void whenAPageHasPropertiesThenTheyBind(Page.Block block) throws IOException {
        Map<String, Object> properties = PageContexts.properties(block);
        Map<String, String> known = PageContexts.knownProperties(getClass().getClassLoader());

        assertThat(properties).isNotEmpty();
        assertThat(properties.keySet()).allMatch(name -> PageContexts.isKnown(name, known));
        PageContexts.runner(getClass().getClassLoader())
                .withBean(McpToolApproval.class, () -> Mockito.mock(McpToolApproval.class))
                .withInitializer(context -> PageContexts.add(
                        properties, directory, context.getEnvironment().getPropertySources()))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @ParameterizedTest
    @MethodSource("xml")
    void whenAPageNamesAVersionThenItIsTheOneOfTheBuild(Page.Block block) throws IOException {
        String pom = Files.readString(Page.ROOT.resolve("pom.xml"));
        assertThat(DEPENDENCY.matcher(block.text()).results()).allSatisfy(dependency -> {
            String version = DEPENDENCY
                    .matcher(pom)
                    .results()
                    .filter(managed -> managed.group(1).equals(dependency.group(1)))
                    .map(managed -> managed.group(3))
                    .findFirst()
                    .orElseThrow();
            assertThat(pom)
                    .contains(
                            version.startsWith("$")
                                    ? "<%s>%s<"
                                            .formatted(version.substring(2, version.length() - 1), dependency.group(3))
                                    : "<version>%s<".formatted(dependency.group(3)));
        });
    }

    @ParameterizedTest
    @MethodSource("pages")
    void whenAPageNamesATestThenItExists(Page page) {
        assertThat(TEST.matcher(page.text()).results().map(match -> match.group(1)))
                .allMatch(sources::contains);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void whenAPageLinksToAFileThenItExists(Page page) {
        Path folder = Page.ROOT.resolve(page.path()).getParent();
        assertThat(LINK.matcher(page.text()).results().map(match -> match.group(1)))
                .allSatisfy(link -> assertThat(folder.resolve(link)).exists());
    }

    @Test
    void whenThereIsAPageThenAnotherOneLinksToIt() throws IOException {
        Set<Path> linked = Page.all().stream()
                .flatMap(page -> LINK.matcher(page.text())
                        .results()
                        .map(link -> Page.ROOT.resolve(page.path()).resolveSibling(link.group(1))))
                .map(Path::normalize)
                .collect(Collectors.toUnmodifiableSet());
        assertThat(Page.all())
                .filteredOn(page -> page.path().startsWith("docs"))
                .allMatch(page -> linked.contains(Page.ROOT.resolve(page.path())));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void whenAPageHasCommandsOfMavenThenModulesProfilesAndTestsExist(Page page) throws IOException {
        String poms = Files.readString(Page.ROOT.resolve("pom.xml"))
                + Files.readString(Page.ROOT.resolve("mcp-client-core/pom.xml"))
                + Files.readString(Page.ROOT.resolve("sample-app/pom.xml"));
        for (String command : COMMAND.matcher(page.text())
                .results()
                .map(match -> match.group(1))
                .toList()) {
            arguments(command, "-pl (\\S+)").stream()
                    .flatMap(modules -> Stream.of(modules.split(",")))
                    .forEach(module -> assertThat(Page.ROOT.resolve(module).resolve("pom.xml"))
                            .exists());
            assertThat(arguments(command, "-P(\\w+)")).allMatch(profile -> poms.contains("<id>" + profile + "</id>"));
            assertThat(arguments(command, "-Dtest=(\\w+)")).allMatch(sources::contains);
        }
    }

    private static List<String> arguments(String command, String pattern) {
        return Pattern.compile(pattern)
                .matcher(command)
                .results()
                .map(match -> match.group(1))
                .toList();
    }
}
