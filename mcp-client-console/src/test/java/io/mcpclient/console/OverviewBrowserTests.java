package io.mcpclient.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;

import io.mcpclient.spring.McpServers;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.oauth.ScriptedAuthorizationServer;
import io.mcpclient.testkit.oauth.ScriptedResource;

import static org.assertj.core.api.Assertions.assertThat;

class OverviewBrowserTests extends BrowserTest {

    private final Publisher publisher = Publisher.of(this.weather);

    @Override
    ConsoleApplication.Builder configure(ConsoleApplication.Builder builder) {
        return builder.property(
                        "mcp.discovery.trusted-origins", this.publisher.origin() + "," + origin(this.weather.url()))
                .property("mcp.registry.url", this.publisher.origin())
                .property("server.port", String.valueOf(freePort())) // of the redirect address
                .property("mcp.auth.prompt", "web");
    }

    private static int freePort() {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static String origin(String url) {
        return url.substring(0, url.indexOf('/', "http://".length()));
    }

    @AfterAll
    void stopPublisher() {
        this.publisher.close();
    }

    @Test
    void cardsShowStateProtocolAndIdentity() {
        open("overview");

        assertThat(this.browser.read(server("weather"), "Connected"))
                .contains("weather", "2026-07-28, modern era", "localhost:", "0 in flight", "4 tools");
        this.browser.read(By.cssSelector(".head [role=status]"), "2 of 2 connected");
        this.browser.shoot("overview");
    }

    @Test
    void lostServerAppearsWithErrorRemedyAndCountdownWithoutReload() {
        open("overview");
        this.browser.read(server("notes"), "Connected");
        this.browser.script("window.sameDocument = true");

        this.notes.refuse().disconnect();
        this.browser.click(By.xpath("//section[@data-server='notes']//button[text()='Reconnect']"));

        this.browser.read(By.cssSelector("[data-server='notes'] .waits"), "Next attempt");
        assertThat(this.browser
                        .see(By.cssSelector("[data-server='notes'] .trouble"))
                        .getText())
                .isNotEmpty();
        this.browser.shoot("overview-lost");

        this.notes.accept();
        this.browser.click(By.xpath("//section[@data-server='notes']//button[text()='Reconnect']"));
        this.browser.read(server("notes"), "Connected");
        assertThat(this.browser.script("return window.sameDocument")).isEqualTo(true);
    }

    @Test
    void serverIsDisabledAndEnabled() {
        open("overview");
        this.browser.read(server("weather"), "Connected");

        this.browser.click(By.xpath("//section[@data-server='weather']//button[text()='Disable']"));
        this.browser.read(server("weather"), "Disabled");
        this.browser.click(By.xpath("//section[@data-server='weather']//button[text()='Enable']"));

        this.browser.read(server("weather"), "Connected");
    }

    @Test
    void planIsShownBeforeAServerIsAdded() {
        open("overview");
        this.browser.read(server("weather"), "Connected");

        this.browser.click(button("Add server…"));
        this.browser.type(By.id("add-name"), "second");
        this.browser.type(By.id("add-target"), this.weather.url());
        this.browser.click(button("Show the plan"));
        this.browser.read(By.id("sheet"), "The application would connect to this address");
        assertThat(this.browser.shows(server("second"))).isFalse();
        this.browser.click(button("Connect"));

        this.browser.read(server("second"), "Connected");
    }

    @Test
    void cardIsShownWithItsInputsBeforeItsServerIsAdded() {
        open("overview");
        this.browser.read(server("weather"), "Connected");

        this.browser.click(button("Add server…"));
        this.browser.type(By.id("add-name"), "published");
        this.browser.choose(By.id("add-kind"), "Server card");
        this.browser.type(By.id("add-target"), this.publisher.card());
        this.browser.click(button("Show the plan"));
        this.browser.read(By.id("sheet"), "Values are missing");
        this.browser.type(By.cssSelector("[data-input='tenant']"), "acme");
        this.browser.click(button("Show the plan"));

        assertThat(this.browser.read(By.id("sheet"), "The application would connect to this address"))
                .contains("with X-Tenant=***");
        assertThat(this.browser.shows(server("published"))).isFalse();
        this.browser.shoot("plan-of-a-card");
        this.browser.click(button("Connect"));

        this.browser.read(server("published"), "Connected");
    }

    @Test
    void entryOfTheRegistryIsShownBeforeItsServerIsAdded() {
        open("overview");
        this.browser.read(server("weather"), "Connected");

        this.browser.click(button("Add server…"));
        this.browser.type(By.id("add-name"), "registered");
        this.browser.choose(By.id("add-kind"), "Registry entry");
        this.browser.type(By.id("add-target"), "com.example/orders@9.9.9");
        this.browser.click(button("Show the plan"));
        this.browser.read(By.id("sheet"), "Check the name and the version.");
        this.browser.click(inSheet("Close"));
        assertThat(this.browser.complaints()).allMatch(complaint -> complaint.contains("servers/preview"));

        this.browser.click(button("Add server…"));
        this.browser.type(By.id("add-name"), "registered");
        this.browser.choose(By.id("add-kind"), "Registry entry");
        this.browser.type(By.id("add-target"), "com.example/orders@1.0.0");
        this.browser.click(button("Show the plan"));
        this.browser.read(By.id("sheet"), "The application would connect to this address");
        this.browser.click(button("Connect"));

        this.browser.read(server("registered"), "Connected");
    }

    @Test
    void commandIsShownWordByWordBeforeItRuns() {
        open("overview");

        this.browser.click(button("Add server…"));
        this.browser.type(By.id("add-name"), "local");
        this.browser.type(By.id("add-target"), "echo 'two words' three");
        this.browser.click(button("Show the plan"));

        assertThat(this.browser.read(By.cssSelector("#sheet pre"), "program"))
                .isEqualTo("program   echo\nargument  two words\nargument  three");
        this.browser.click(inSheet("Cancel"));
        assertThat(this.browser.shows(server("local"))).isFalse();
    }

    @Test
    void serversOfAFileAreShownAndTheChosenOneIsAdded(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("claude_desktop_config.json");
        Files.writeString(file, """
            {"mcpServers": {"pasted": {"url": "%s", "headers": {"X-Tenant": "${input:tenant}"}},
              "local": {"command": "echo", "args": ["two words"], "env": {"TOKEN": "s3cret"}}}}\
            """.formatted(this.weather.url()));
        open("overview");
        this.browser.read(server("weather"), "Connected");

        this.browser.click(button("Add server…"));
        this.browser.choose(By.id("add-kind"), "File of a client");
        this.browser.see(By.id("add-file")).sendKeys(file.toString());
        this.browser.see(By.id("add-text"));
        this.browser.until("The file is not read", "return document.getElementById('add-text').value.includes('echo')");
        this.browser.click(button("Show the plan"));
        this.browser.read(By.id("sheet"), "needs the input tenant");
        assertThat(this.browser.see(By.id("add-server-pasted")).isEnabled()).isFalse();
        this.browser.type(By.cssSelector("[data-input='tenant']"), "acme");
        this.browser.click(button("Show the plan again"));

        String plan = this.browser.read(By.id("sheet"), "Contacts an address");
        assertThat(plan)
                .contains(
                        "with X-Tenant=***",
                        "program   echo",
                        "argument  two words",
                        "with TOKEN=***",
                        "Runs a program")
                .doesNotContain("s3cret");
        this.browser.shoot("plan-of-a-file");
        this.browser.click(By.id("add-server-pasted"));
        this.browser.click(button("Add 1 server"));

        this.browser.read(server("pasted"), "Connected");
        assertThat(this.browser.shows(server("local"))).isFalse();
    }

    @Test
    void pendingAuthorizationShowsItsFullAddressWhichIsNotOpenedByItself() {
        try (ScriptedAuthorizationServer issuer = new ScriptedAuthorizationServer();
                ScriptedHttpServer vault = ScriptedHttpServer.modern()) {
            ScriptedResource.protect(vault, issuer);
            vault.on("tools/list").always().optionally().reply(Reply.result("{\"tools\":[]}"));
            McpServers servers = this.application.bean(McpServers.class);
            servers.add("vault", Map.of("url", vault.url(), "protocol", "modern", "auth.type", "oauth2"));
            open("overview");

            assertThat(this.browser.read(server("vault"), "Needs your authorization"))
                    .contains(issuer.issuer(), "/mcp/oauth/authorize/");
            assertThat(this.browser.script("""
                const link = document.querySelector("[data-server='vault'] .consent a");
                return link.textContent === link.href && link.rel + " " + link.target;\
                """)).isEqualTo("noopener" + " noreferrer" + " _blank");
            this.browser.shoot("authorization");
            assertThat(issuer.requestsAt("/authorize")).isEmpty();

            this.browser.open(this.browser
                    .see(By.cssSelector("[data-server='vault'] .consent a"))
                    .getDomProperty("href"));

            assertThat(issuer.requestsAt("/authorize")).hasSize(1);
            open("overview");
            this.browser.gone(By.cssSelector("[data-server='vault'] .consent"));
            servers.remove("vault");
        }
    }
}
