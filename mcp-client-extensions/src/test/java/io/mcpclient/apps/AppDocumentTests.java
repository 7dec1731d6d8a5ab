package io.mcpclient.apps;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpProtocolException.Reason;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.Tool;
import io.mcpclient.testkit.Invariants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Views of tools, and their documents, over HTTP: which are shown, and under which policy. */
@Timeout(60)
class AppDocumentTests {

    private static final String DECLARED =
            "/params/_meta/io.modelcontextprotocol~1clientCapabilities/extensions/io.modelcontextprotocol~1ui";

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

    private McpAppDocument read() {
        return read(McpAppSettings.defaults());
    }

    private McpAppDocument read(McpAppSettings settings) {
        try (McpClient client = client(settings)) {
            return client.extension(McpApps.class).read(AppServer.view(client));
        }
    }

    private McpProtocolException unusable(McpAppSettings settings) {
        return catchThrowableOfType(McpProtocolException.class, () -> read(settings));
    }

    // APP-05
    @Test
    void extensionIsDeclaredWithItsTypesOnlyIfItIsEnabled() {
        try (McpClient with = client(McpAppSettings.defaults());
                McpClient without = this.invariants.build(
                        McpClient.builder("shop").url(this.server.http().url()))) {
            with.listTools();
            without.listTools();

            assertThatExceptionOfType(McpConfigurationException.class)
                    .isThrownBy(() -> without.extension(McpApps.class));
        }
        assertThat(this.server.http().requests("tools/list"))
                .extracting(request -> request.json().at(DECLARED).toString())
                .containsExactly("{\"mimeTypes\":[\"text/html;profile=mcp-app\"]}", "");
    }

    // APP-10, APP-A05
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"ui\":{\"resourceUri\":\"ui://shop/chart\"}} | ui://shop/chart",
                "{\"ui/resourceUri\":\"ui://shop/flat\"} | ui://shop/flat",
                "{\"ui\":{\"resourceUri\":\"ui://shop/nested\"},\"ui/resourceUri\":\"ui://shop/flat\"} | ui://shop/nested",
                "{\"ui\":{\"resourceUri\":\"https://shop.example.com/x\"},\"ui/resourceUri\":\"ui://shop/flat\"} |",
                "{\"ui\":{\"resourceUri\":\"https://shop.example.com/x\"}} |",
                "{\"ui\":{\"resourceUri\":\"ui:shop/chart\"}} |",
                "{\"ui\":{\"resourceUri\":\"ui://\"}} |",
                "{\"ui\":{\"resourceUri\":\"file:///etc/passwd\"}} |",
                "{\"ui\":{\"resourceUri\":7}} |",
                "{\"ui\":\"ui://shop/chart\"} |",
                "{} |"
            })
    void viewOfAToolIsTheOneOfItsMetadata(String meta, String uri) {
        Tool tool = new Tool(
                "chart",
                null,
                null,
                JsonObject.parse("{\"type\":\"object\"}"),
                null,
                null,
                null,
                List.of(),
                JsonObject.parse(meta).asMap(),
                Map.of());
        try (McpClient client = client(McpAppSettings.defaults())) {
            assertThat(client.extension(McpApps.class).view(tool).map(McpAppView::resourceUri))
                    .isEqualTo(Optional.ofNullable(uri));
        }
        assertThat(this.server.http().requests()).isEmpty();
    }

    // APP-02
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | true | true",
                "{\"ui\":{\"visibility\":null}} | true | true",
                "{\"ui\":{\"visibility\":\"app\"}} | false | true",
                "{\"ui\":{\"visibility\":\"model\"}} | true | false",
                "{\"ui\":{\"visibility\":[\"model\",\"app\"]}} | true | true",
                "{\"ui\":{\"visibility\":[]}} | false | false",
                "{\"ui\":{\"visibility\":[\"robot\"]}} | false | false",
                "{\"ui\":{\"visibility\":7}} | false | false"
            })
    void visibilityOfAToolIsTheOneOfItsMetadata(String meta, boolean model, boolean app) {
        Tool tool = new Tool(
                "chart",
                null,
                null,
                JsonObject.parse("{\"type\":\"object\"}"),
                null,
                null,
                null,
                List.of(),
                JsonObject.parse(meta).asMap(),
                Map.of());
        assertThat(McpAppVisibility.of(tool)).isEqualTo(new McpAppVisibility(model, app));
    }

    // APP-11, APP-14, APP-17, APP-19
    @Test
    void documentWithoutMetadataIsReadWithTheRestrictivePolicy() {
        McpAppDocument document = read();

        assertThat(document.html()).isEqualTo(AppServer.HTML);
        assertThat(document.contentSecurityPolicy())
                .isEqualTo("default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline';"
                        + " img-src 'self' data:; media-src 'self' data:; connect-src 'none'; object-src 'none'");
        assertThat(document.allow()).isEmpty();
        assertThat(document.sandbox()).isEqualTo("allow-scripts allow-forms");
        assertThat(document.prefersBorder()).isNull();
        assertThat(document.domain()).isNull();
        assertThat(document.warnings()).isEmpty();
        assertThat(document.sha256()).matches("sha256:[0-9a-f]{64}");
    }

    // APP-14, APP-16
    @Test
    void declaredDomainsAreInThePolicyAndInTheWarnings() {
        this.server.meta(
                "{\"csp\":{\"connectDomains\":[\"https://api.shop.example\"],"
                        + "\"resourceDomains\":[\"https://*.cdn.example:8443\"]},\"prefersBorder\":true,\"domain\":\"shop-1\"}");
        McpAppDocument document = read();

        assertThat(document.contentSecurityPolicy())
                .contains("connect-src 'self' https://api.shop.example;")
                .contains("script-src 'self' 'unsafe-inline' https://*.cdn.example:8443;")
                .contains("frame-src 'none'; object-src 'none'; base-uri 'self'");
        assertThat(document.warnings())
                .containsExactly(
                        "needs external domains, connectDomains: https://api.shop.example",
                        "needs external domains, resourceDomains: https://*.cdn.example:8443");
        assertThat(document.prefersBorder()).isTrue();
        assertThat(document.domain()).isEqualTo("shop-1");
    }

    // APP-15, APP-A03
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://a.example; script-src *",
                "*",
                "'unsafe-eval'",
                "https://a.example/x",
                "https://a.example/",
                "http://a.example",
                "ws://a.example",
                "data:",
                "https://*",
                "https://*.com",
                "https://*.*.example",
                "https://a.example,https://b.example",
                "https://user@a.example",
                "https://a.example\\nx",
                "javascript:alert(1)",
                "http://localhost:3000"
            })
    void domainThatIsNoOriginIsDroppedWithAWarning(String domain) {
        this.server.meta("{\"csp\":{\"connectDomains\":[\"" + domain + "\"]}}");
        McpAppDocument document = read();

        assertThat(document.contentSecurityPolicy())
                .contains("connect-src 'self';")
                .doesNotContain("example");
        assertThat(document.warnings()).singleElement().asString().startsWith("dropped from connectDomains");
    }

    // APP-15
    @Test
    void numberOfDomainsIsBoundedAndLocalOnesNeedASetting() {
        this.server.meta("{\"csp\":{\"connectDomains\":[\"http://localhost:3000\",\"https://a.example\","
                + "\"https://b.example\"]}}");
        McpAppDocument document =
                read(McpAppSettings.defaults().withMaxDomains(2).withLocalDomains(true));

        assertThat(document.contentSecurityPolicy())
                .contains("connect-src 'self' http://localhost:3000 https://a.example;")
                .doesNotContain("b.example");
        assertThat(document.warnings()).anyMatch(warning -> warning.startsWith("more than 2 domains"));
    }

    // APP-17
    @Test
    void onlyPermissionsThatAreRequestedAndGrantedAreAllowed() {
        this.server.meta("{\"permissions\":{\"camera\":{},\"clipboardWrite\":{},\"geolocation\":true}}");

        assertThat(read().allow()).isEmpty();
        assertThat(read(McpAppSettings.defaults()
                                .withPermissions(Set.of(
                                        McpAppPermission.CLIPBOARD_WRITE,
                                        McpAppPermission.GEOLOCATION,
                                        McpAppPermission.MICROPHONE)))
                        .allow())
                .isEqualTo("clipboard-write");
    }

    // APP-13
    @Test
    void metadataOfTheListAppliesIfTheContentHasNone() {
        this.server
                .http()
                .resources(
                        "{\"uri\":\"ui://shop/chart\",\"name\":\"chart\",\"_meta\":{\"ui\":{\"prefersBorder\":false}}}");
        assertThat(read().prefersBorder()).isFalse();

        this.server.meta("{\"prefersBorder\":true}");
        assertThat(read().prefersBorder()).isTrue();
    }

    // APP-13: policy and permissions of the tool have no effect
    @Test
    void metadataOfTheToolDoesNotWidenThePolicy() {
        this.server
                .http()
                .tools(AppServer.tool(
                        "chart",
                        "{\"ui\":{\"resourceUri\":\"ui://shop/chart\",\"csp\":{\"connectDomains\":[\"https://a.example\"]}}}",
                        ""));
        assertThat(read().contentSecurityPolicy())
                .contains("connect-src 'none'")
                .doesNotContain("a.example");
    }

    // APP-11, APP-A04
    @ParameterizedTest
    @CsvSource({
        "text/html;profile=mcp-app, true",
        "TEXT/HTML ; Profile=MCP-App, true",
        "text/html, false",
        "text/html;profile=other, false",
        "text/html;profile=mcp-app;charset=utf-8, false",
        "text/plain, false"
    })
    void documentIsShownOnlyWithItsType(String type, boolean shown) {
        this.server.contents(AppServer.item(AppServer.URI, type, AppServer.HTML, null));
        if (shown) {
            assertThat(read().html()).isEqualTo(AppServer.HTML);
        } else {
            assertThat(unusable(McpAppSettings.defaults()).reason()).isEqualTo(Reason.CONTENT_TYPE);
        }
    }

    // APP-11, APP-A04
    @Test
    void documentOfAnotherUriSeveralNoneAndEmptyOnesAreNotShown() {
        for (String contents : new String[] {
            AppServer.item("ui://shop/other", AppServer.TYPE, AppServer.HTML, null),
            AppServer.item(AppServer.URI, AppServer.TYPE, AppServer.HTML, null) + ","
                    + AppServer.item(AppServer.URI, AppServer.TYPE, AppServer.HTML, null),
            "",
            AppServer.item(AppServer.URI, AppServer.TYPE, "  ", null),
            "{\"uri\":\"ui://shop/chart\",\"mimeType\":\"text/html;profile=mcp-app\"}",
            "{\"uri\":\"ui://shop/chart\",\"mimeType\":\"text/html;profile=mcp-app\",\"blob\":\"%%%\"}"
        }) {
            this.server.contents(contents);
            assertThat(unusable(McpAppSettings.defaults()))
                    .as(contents)
                    .hasMessageContaining("\"shop\"")
                    .extracting(McpProtocolException::reason)
                    .isEqualTo(Reason.MALFORMED);
        }
    }

    // APP-A04
    @Test
    void documentAboveTheLimitIsNotShown() {
        this.server.contents(AppServer.item(AppServer.URI, AppServer.TYPE, "x".repeat(2001), null));
        assertThat(unusable(McpAppSettings.defaults().withMaxDocumentSize(2000)).reason())
                .isEqualTo(Reason.LIMIT);
        this.server.contents("{\"uri\":\"ui://shop/chart\",\"mimeType\":\"text/html;profile=mcp-app\",\"blob\":\""
                + "QUFB".repeat(1000) + "\"}");
        assertThat(unusable(McpAppSettings.defaults().withMaxDocumentSize(2000)).reason())
                .isEqualTo(Reason.LIMIT);
        assertThat(read(McpAppSettings.defaults().withMaxDocumentSize(3000)).html())
                .isEqualTo("A".repeat(3000));
    }

    // APP-40, APP-A10
    @Test
    void changedDocumentIsNotShownWhileItIsPinned() {
        try (McpClient client = client(McpAppSettings.defaults())) {
            McpApps apps = client.extension(McpApps.class);
            McpAppView view = AppServer.view(client);
            McpAppDocument reviewed = apps.read(view);
            apps.pin(reviewed);
            assertThat(apps.read(view)).isEqualTo(reviewed);

            this.server.contents(AppServer.item(AppServer.URI, AppServer.TYPE, "<p>Other</p>", null));
            McpProtocolException changed = catchThrowableOfType(McpProtocolException.class, () -> apps.read(view));
            assertThat(changed.reason()).isEqualTo(Reason.VERIFICATION);
            assertThat(changed).hasMessageContaining(reviewed.sha256());

            apps.unpin(AppServer.URI);
            assertThat(apps.read(view).html()).isEqualTo("<p>Other</p>");
        }
    }

    // APP-40
    @Test
    void documentIsAllowedAndBlockedByItsHash() {
        String hash = read().sha256();

        assertThat(read(McpAppSettings.defaults().withAllowedHashes(Set.of(hash)))
                        .html())
                .isEqualTo(AppServer.HTML);
        for (McpAppSettings settings : new McpAppSettings[] {
            McpAppSettings.defaults().withBlockedHashes(Set.of(hash)),
            McpAppSettings.defaults().withAllowedHashes(Set.of("sha256:" + "0".repeat(64)))
        }) {
            assertThat(catchThrowableOfType(McpRejectedException.class, () -> read(settings)))
                    .hasMessageContaining(hash)
                    .extracting(McpRejectedException::reason)
                    .isEqualTo(McpRejectedException.Reason.DENIED);
        }
    }

    // APP-12: a document is read with the response cache of the client, which has an entry per server, principal and
    // URI
    @ParameterizedTest
    @CsvSource({"60000, 1", "0, 2"})
    void documentIsCachedAsLongAsItsServerPermits(long ttlMs, int requests) {
        this.server.cacheFor(ttlMs);
        try (McpClient client = client(McpAppSettings.defaults())) {
            McpApps apps = client.extension(McpApps.class);
            McpAppView view = AppServer.view(client);
            apps.read(view);
            assertThat(apps.read(view).html()).isEqualTo(AppServer.HTML);
        }
        assertThat(this.server.http().requests("resources/read")).hasSize(requests);
    }

    @Test
    void viewOfAnotherServerIsRejected() {
        try (McpClient client = client(McpAppSettings.defaults())) {
            McpAppView view = AppServer.view(client);
            McpAppView foreign = new McpAppView("other", view.tool(), view.resourceUri(), view.visibility());
            assertThatExceptionOfType(McpRejectedException.class)
                    .isThrownBy(() -> client.extension(McpApps.class).read(foreign))
                    .withMessageContaining("other");
        }
        assertThat(this.server.http().requests("resources/read")).isEmpty();
    }
}
