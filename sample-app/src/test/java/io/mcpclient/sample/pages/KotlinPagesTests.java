package io.mcpclient.sample.pages;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import kotlin.KotlinVersion;
import org.jetbrains.kotlin.cli.common.ExitCode;
import org.jetbrains.kotlin.cli.jvm.K2JVMCompiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.test.util.ReflectionTestUtils;

import io.mcpclient.McpClient;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.test.McpTestServer;
import io.mcpclient.typed.McpToolClientFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** The Kotlin blocks of the pages: sources compile and call a server, scripts of Gradle name what the build has. */
@Timeout(600)
class KotlinPagesTests {

    private static final Pattern OWN = Pattern.compile("\"io\\.mcpclient:([\\w-]+):([^\"]+)\"");

    @TempDir
    private Path directory;

    private static boolean isScript(Page.Block block) {
        return block.text().contains("dependencies {");
    }

    private static List<Page.Block> kotlin(boolean isScript) throws IOException {
        return Page.all().stream()
                .flatMap(page -> page.blocks("kotlin").stream())
                .filter(block -> isScript(block) == isScript)
                .toList();
    }

    private Path compile(List<Page.Block> blocks) throws IOException {
        Path classes = Files.createDirectory(this.directory.resolve("classes"));
        List<String> arguments = new ArrayList<>(List.of(
                "-no-stdlib",
                "-no-reflect",
                "-java-parameters",
                "-Werror",
                "-jvm-target",
                "17",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString()));
        for (Page.Block block : blocks) {
            Path source = this.directory.resolve(block.page().packageName() + block.line() + ".kt");
            Files.writeString(source, "package " + block.page().packageName() + "; " + block.text());
            arguments.add(source.toString());
        }
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        ExitCode code = new K2JVMCompiler()
                .exec(new PrintStream(messages, true, StandardCharsets.UTF_8), arguments.toArray(String[]::new));
        assertThat(code).as(messages.toString(StandardCharsets.UTF_8)).isEqualTo(ExitCode.OK);
        return classes;
    }

    @Test
    void sourcesCompileAndCallAServer() throws IOException, ReflectiveOperationException {
        Path classes = compile(kotlin(false));
        try (URLClassLoader loader = new URLClassLoader(
                        new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
                McpTestServer server = McpTestServer.create("weather")) {
            server.tool("get_forecast")
                    .answers(call -> CallToolResult.structured(
                            Map.of("summary", "sunny in " + call.arguments().get("city"), "temperature", 21.5)));
            Class<?> forecasts = loader.loadClass("page.docs_kotlin.Forecasts");
            Class<?> desk = loader.loadClass("page.docs_kotlin.Desk");
            PageContexts.runner(loader)
                    .withPropertyValues(
                            "mcp.servers.weather.url=" + server.url(),
                            "mcp.defaults.connect-timeout=2m",
                            "mcp.defaults.request-timeout=2m")
                    .withInitializer(context -> {
                        BeanDefinitionRegistry registry = (BeanDefinitionRegistry) context.getBeanFactory();
                        registry.registerBeanDefinition("forecasts", new RootBeanDefinition(forecasts));
                        registry.registerBeanDefinition("desk", new RootBeanDefinition(desk));
                    })
                    .run(context -> {
                        Object bean = context.getBean(forecasts);
                        assertThat(ReflectionTestUtils.<Object>invokeMethod(bean, "forecast", "Oslo"))
                                .hasToString("Forecast(summary=sunny in Oslo, temperature=21.5, alert=null)");
                        Object weather = McpToolClientFactory.create(
                                loader.loadClass("page.docs_kotlin.Weather"), context.getBean(McpClient.class));
                        assertThat(ReflectionTestUtils.<Object>invokeMethod(weather, "forecast", "Bergen", 2))
                                .hasToString("Forecast(summary=sunny in Bergen, temperature=21.5, alert=null)");
                        server.tool("get_forecast").fails("no such city");
                        assertThat(ReflectionTestUtils.<Object>invokeMethod(bean, "summary", "Atlantis"))
                                .isEqualTo("unknown: no such city");
                    });
        }
    }

    @Test
    void scriptsNameModulesAndVersionsOfTheBuild() throws IOException {
        String pom = Files.readString(Page.ROOT.resolve("pom.xml"));
        List<Page.Block> scripts = kotlin(true);
        assertThat(scripts).isNotEmpty().allSatisfy(script -> {
            assertThat(script.text())
                    .contains("version \"" + property(pom, "spring-boot.version") + "\"")
                    .contains("spring-boot-dependencies:" + property(pom, "spring-boot.version"));
            assertThat(OWN.matcher(script.text()).results()).isNotEmpty().allSatisfy(own -> assertThat(pom)
                    .contains(
                            "<module>" + own.group(1) + "</module>",
                            "<artifactId>mcp-client-parent</artifactId>\n  <version>" + own.group(2) + "</version>"));
            assertThat(script.text())
                    .contains("kotlin(\"jvm\") version \"" + KotlinVersion.CURRENT + "\"")
                    .contains("kotlin(\"plugin.spring\") version \"" + KotlinVersion.CURRENT + "\"");
        });
    }

    private static String property(String pom, String name) {
        return pom.replaceAll("(?s).*<" + name + ">(.*?)</.*", "$1");
    }
}
