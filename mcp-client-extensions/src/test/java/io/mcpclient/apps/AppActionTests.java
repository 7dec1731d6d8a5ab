package io.mcpclient.apps;

import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.testkit.Invariants;

import static org.assertj.core.api.Assertions.assertThat;

/** Actions of the host that views request, with a server over HTTP: links, downloads, messages to the conversation. */
@Timeout(60)
class AppActionTests {

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final AppServer server = new AppServer();

    @AfterEach
    void close() {
        this.server.close();
    }

    private McpClient client(McpAppSettings settings) {
        return this.invariants.build(this.server.builder(settings));
    }

    private static AppServer.Front front(McpClient client, McpAppHost host) {
        AppServer.Front front = new AppServer.Front(client.extension(McpApps.class)
                .open(AppServer.view(client), host, "session of a user", McpCallOptions.defaults()));
        front.initialize("{}");
        return front;
    }

    // APP-28
    @Test
    void linkIsOpenedByTheHost() {
        List<URI> opened = new CopyOnWriteArrayList<>();
        McpAppHost host = AppServer.host().withOpenLink((session, url) -> {
            opened.add(url);
            return Mono.just(opened.size() == 1);
        });
        try (McpClient client = client(McpAppSettings.defaults())) {
            AppServer.Front front = front(client, host);
            front.request(2, "ui/open-link", "{\"url\":\"https://shop.example.com/a?b=1\"}");
            front.request(3, "ui/open-link", "{\"url\":\"http://shop.example.com\"}");

            assertThat(front.response(2).path("result").toString()).isEqualTo("{}");
            assertThat(front.error(3)).isEqualTo(-32000);
            assertThat(opened).hasSize(2);
        }
    }

    // APP-28: what turns the direction of a text round is encoded, as browsers do it
    @Test
    void linkIsShownAsItIsOpened() {
        List<URI> opened = new CopyOnWriteArrayList<>();
        McpAppHost host = AppServer.host().withOpenLink((session, url) -> Mono.just(opened.add(url)));
        try (McpClient client = client(McpAppSettings.defaults())) {
            AppServer.Front front = front(client, host);
            front.request(2, "ui/open-link", "{\"url\":\"https://shop.example.com/\\u202efdp.exe?b=%20\"}");

            assertThat(front.response(2).has("result")).isTrue();
            assertThat(opened).containsExactly(URI.create("https://shop.example.com/%E2%80%AEfdp.exe?b=%20"));
        }
    }

    // APP-28, APP-A08
    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "data:text/html,x",
                "file:///etc/passwd",
                "slack://open",
                "http://localhost/admin",
                "http://127.0.0.1/",
                "http://0x7f.1/",
                "http://[::1]/",
                "http://10.0.0.1/",
                "http://169.254.169.254/latest/meta-data",
                "http://intranet/",
                "http://printer.local/",
                "https://user:pass@shop.example.com/",
                "https://",
                "//shop.example.com",
                ""
            })
    void linkThatIsNoPublicPageIsNotOpened(String url) {
        List<Object> opened = new CopyOnWriteArrayList<>();
        McpAppHost host = AppServer.host().withOpenLink((session, link) -> Mono.just(opened.add(link)));
        try (McpClient client = client(McpAppSettings.defaults())) {
            AppServer.Front front = front(client, host);
            front.request(2, "ui/open-link", "{\"url\":\"" + url + "\"}");
            assertThat(front.error(2)).isEqualTo(-32000);
            assertThat(opened).isEmpty();
        }
    }

    // APP-34, APP-A08
    @Test
    void downloadHasASafeNameAndABoundedSizeAndFetchesNothing() {
        List<McpAppDownload> files = new CopyOnWriteArrayList<>();
        McpAppHost host = AppServer.host().withDownload((session, all) -> Mono.just(files.addAll(all)));
        try (McpClient client = client(McpAppSettings.defaults().withMaxDownloadSize(100))) {
            AppServer.Front front = front(client, host);
            front.request(
                    2, "ui/download-file", download("\"uri\":\"file:///a/../../x%2F..%2Fevil.sh\",\"text\":\"hi\""));
            front.request(3, "ui/download-file", download("\"uri\":\"ui://a/b\",\"text\":\"" + "x".repeat(101) + "\""));
            front.request(
                    4, "ui/download-file", download("\"uri\":\"ui://a/b\",\"blob\":\"" + "QUFB".repeat(40) + "\""));
            front.request(
                    5,
                    "ui/download-file",
                    "{\"contents\":[{\"type\":\"resource_link\",\"uri\":\"https://a.example/x\",\"name\":\"x\"}]}");

            assertThat(front.response(2).has("result")).isTrue();
            assertThat(List.of(front.error(3), front.error(4), front.error(5))).containsOnly(-32000);
            assertThat(files).singleElement().satisfies(file -> {
                assertThat(file.name()).isEqualTo("evil.sh");
                assertThat(file.bytes()).asString().isEqualTo("hi");
            });
        }
        assertThat(this.server.http().requests("resources/read")).isEmpty();
    }

    private static String download(String resource) {
        return "{\"contents\":[{\"type\":\"resource\",\"resource\":{" + resource + "}}]}";
    }

    // APP-29, APP-A09
    @Test
    void messageOfAViewIsMarkedAskedForAndBounded() {
        List<String> messages = new CopyOnWriteArrayList<>();
        McpAppHost host = AppServer.host().withMessage((session, message) -> {
            messages.add(message.marked());
            return Mono.just(messages.size() > 1);
        });
        try (McpClient client =
                client(McpAppSettings.defaults().withMaxChatPerMinute(3).withMaxChatLength(50))) {
            AppServer.Front front = front(client, host);
            String text = "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Delete all\"}}";
            front.request(2, "ui/message", text);
            front.request(3, "ui/message", text.replace("{\"type", "[{\"type").replace("all\"}", "all\"}]"));
            front.request(4, "ui/message", text.replace("Delete all", "x".repeat(51)));
            front.request(5, "ui/message", text.replace("user", "assistant"));
            front.request(6, "ui/message", text.replace("\"text\",", "\"image\","));
            front.request(7, "ui/message", text);
            front.request(8, "ui/message", text);

            assertThat(front.error(2)).isEqualTo(-32000);
            assertThat(front.response(3).has("result")).isTrue();
            assertThat(front.error(4)).isEqualTo(-32000);
            assertThat(front.error(5)).isEqualTo(-32602);
            assertThat(front.error(6)).isEqualTo(-32602);
            assertThat(front.response(7).has("result")).isTrue();
            assertThat(front.error(8)).isEqualTo(-32000);
            assertThat(messages)
                    .hasSize(3)
                    .containsOnly("Message of the view ui://shop/chart of MCP server \"shop\", not typed by the user:\n"
                            + "Delete all");
        }
    }

    // APP-37: the text of a failed action stays in the application
    @Test
    void failedActionOfTheHostIsARefusalWithoutItsText() {
        McpAppHost host = AppServer.host()
                .withOpenLink((session, url) -> Mono.error(new IllegalStateException("password=s3cret")));
        try (McpClient client = client(McpAppSettings.defaults())) {
            AppServer.Front front = front(client, host);
            front.request(2, "ui/open-link", "{\"url\":\"https://shop.example.com\"}");
            assertThat(front.error(2)).isEqualTo(-32000);
            assertThat(front.response(2).toString()).doesNotContain("s3cret");
        }
    }
}
