package io.mcpclient.discovery;

import java.net.URI;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.schema.Implementation;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.settings.McpHttpTransportType;

import static io.mcpclient.discovery.CardJson.cardDocument;
import static io.mcpclient.discovery.CardJson.parsedEntry;
import static io.mcpclient.discovery.CardJson.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RemotePlanTests {

    private static final McpServerPlanner PLANNER = McpServerPlanner.of(McpPlanSettings.defaults());

    private static final String TENANT = "[{'type': 'streamable-http', 'url': 'https://{tenant}.shop.example/mcp',"
            + " 'supportedProtocolVersions': ['2025-11-25', '2026-07-28'],"
            + " 'variables': {'tenant': {'isRequired': true, 'description': 'Your shop'}},"
            + " 'headers': [{'name': 'X-Api-Key', 'isRequired': true, 'isSecret': true, 'value': '{key}',"
            + " 'variables': {'key': {'isRequired': true, 'isSecret': true}}}]}]";

    private static McpServerPlan plan(String remotes, McpInputValues values) {
        return PLANNER.plan(cardDocument(remotes), values);
    }

    private static String at(String url, String more) {
        return "[{'type': 'streamable-http', 'url': '" + url + "'" + (more.isEmpty() ? "" : ", " + more) + "}]";
    }

    private static String header(String name, String more) {
        return at(
                "https://shop.example/mcp",
                "'headers': [{'name': '" + name + "'" + (more.isEmpty() ? "" : ", " + more) + "}]");
    }

    // CRD-17, CRD-19 to CRD-21; REG-27
    @Test
    void inputsOfACardAreFilledIntoUrlAndHeaders() {
        McpServerPlan plan = plan(TENANT, values("tenant", "acme", "key", "s3cret-of-acme"));

        assertThat(plan.url()).isEqualTo(URI.create("https://acme.shop.example/mcp"));
        assertThat(plan.http().headers()).containsEntry("X-Api-Key", "s3cret-of-acme");
        assertThat(plan.http().transport()).isEqualTo(McpHttpTransportType.STREAMABLE_HTTP);
        assertThat(plan.http().publicAddressesOnly()).isTrue();
        assertThat(plan.protocolVersions()).containsExactly("2025-11-25", "2026-07-28");
        assertThat(plan.secretNames()).containsExactly("X-Api-Key");
        assertThat(plan.toString()).contains("X-Api-Key=***").doesNotContain("s3cret-of-acme");
        assertThat(plan.consent().toString()).doesNotContain("s3cret-of-acme");
        assertThat(plan.source()).isEqualTo("https://cards.example/orders/server-card");
    }

    // REG-27: one implementation for cards and entries
    @Test
    void remoteOfARegistryEntryIsPlannedLikeThatOfACard() {
        McpServerPlan plan =
                PLANNER.plan(parsedEntry("'remotes': " + TENANT), values("tenant", "acme", "key", "s3cret-of-acme"));

        assertThat(plan.url()).isEqualTo(URI.create("https://acme.shop.example/mcp"));
        assertThat(plan.source()).isEqualTo("corp");
        assertThatThrownBy(() -> plan.process(plan.consent()))
                .isInstanceOf(McpRejectedException.class)
                .hasMessageContaining("is reached at a URL");
    }

    // CRD-20
    @Test
    void allMissingInputsAreNamedInOneError() {
        assertThatThrownBy(() -> plan(TENANT, McpInputValues.none()))
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("url tenant (Your shop)")
                .hasMessageContaining("header X-Api-Key key")
                .hasMessageContaining("Set mcp.inputs.tenant, mcp.inputs.key.");
        assertThat(PLANNER.inputs(cardDocument(TENANT)))
                .extracting(McpInputRequest::name)
                .containsExactly("tenant", "key");
    }

    // CRD-22
    @Test
    void fixedValueCannotBeChanged() {
        McpServerPlan plan = plan(header("X-Region", "'value': 'eu', 'default': 'us'"), values("X-Region", "us"));

        assertThat(plan.headers()).containsEntry("X-Region", "eu");
        assertThat(PLANNER.inputs(cardDocument(header("X-Region", "'value': 'eu'"))))
                .isEmpty();
    }

    // CRD-19: an unknown brace of a header stays; one of a URL is refused
    @Test
    void undeclaredVariableStaysInAHeaderAndIsRefusedInAUrl() {
        assertThat(plan(header("X-Path", "'value': '{unknown}/a'"), McpInputValues.none())
                        .headers())
                .containsEntry("X-Path", "{unknown}/a");
        assertThatThrownBy(() -> plan(at("https://{tenant}.shop.example/mcp", ""), values("tenant", "acme")))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("variable {tenant}, which it does not declare");
    }

    // CRD-19, CRD-A07
    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example/",
                "evil.example\\",
                "user@evil",
                "evil:443",
                "evil?x",
                "evil#x",
                "evil%2f",
                "a b",
                "evil.example/#",
                ".evil",
                "-",
                "ev\nil",
                "{x}",
                "évil"
            })
    void valueThatChangesTheUrlOutsideOfTheHostIsRefused(String value) {
        String url = at("https://{tenant}.shop.example/mcp", "'variables': {'tenant': {}}");

        assertThatThrownBy(() -> plan(url, values("tenant", value)))
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("url tenant")
                .hasMessageContaining("host of a URL");
    }

    // CRD-19
    @Test
    void valueInPathAndQueryIsPercentEncoded() {
        String url = at(
                "https://shop.example:{port}/{tenant}/mcp?region={region}",
                "'variables': {'port': {}, 'tenant': {}, 'region': {}}");

        assertThat(plan(url, values("port", "8443", "tenant", "a/b ?#%é", "region", "x&y=z"))
                        .url())
                .isEqualTo(URI.create("https://shop.example:8443/a%2Fb%20%3F%23%25%C3%A9/mcp?region=x%26y%3Dz"));
        assertThatThrownBy(() -> plan(url, values("port", "80@evil", "tenant", "a", "region", "x")))
                .isInstanceOf(McpConfigurationException.class);
        assertThatThrownBy(() -> plan(url, values("port", "1", "tenant", "..", "region", "x")))
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("step in a path");
    }

    @Test
    void templateThatBeginsWithAVariableGetsItsOriginFromTheValue() {
        String url = at("{base_url}/mcp", "'variables': {'base_url': {'isRequired': true}}");

        assertThat(plan(url, values("base_url", "https://mcp.corp.example:8443"))
                        .url())
                .isEqualTo(URI.create("https://mcp.corp.example:8443/mcp"));
        for (String value :
                List.of("https://a@evil.example", "javascript:x", "https://evil.example/?", "//evil.example")) {
            assertThatThrownBy(() -> plan(url, values("base_url", value))).isInstanceOf(McpException.class);
        }
    }

    // CRD-14, CRD-A02
    @ParameterizedTest
    @CsvSource({
        "https://127.0.0.1/mcp, loopback",
        "https://169.254.169.254/mcp, link-local",
        "https://10.0.0.8/mcp, private",
        "https://[::1]/mcp, loopback",
        "http://shop.example/mcp, plain http",
        "http://localhost:8080/mcp, plain http",
        "https://user:pass@shop.example/mcp, user information",
        "https://shop.example/mcp#x, fragment"
    })
    void remoteAtAnAddressThatIsNotPublicIsRefused(String url, String reason) {
        assertThatThrownBy(() -> plan(at(url, ""), McpInputValues.none()))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("user:pass");
    }

    // CRD-14: after variables are filled in
    @Test
    void addressIsCheckedAfterItsVariablesAreFilledIn() {
        String url = at("https://{host}/mcp", "'variables': {'host': {}}");

        assertThatThrownBy(() -> plan(url, values("host", "127.0.0.1")))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("loopback")
                .hasMessageContaining("https://127.0.0.1/mcp");
        McpServerPlan trusted = McpServerPlanner.of(
                        McpPlanSettings.defaults().withTrustedOrigins(Set.of(URI.create("https://127.0.0.1"))))
                .plan(cardDocument(url), values("host", "127.0.0.1"));
        assertThat(trusted.http().publicAddressesOnly()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://shop.example/mcp", "shop.example/mcp", "https://shop .example/mcp", "{a b}/mcp"})
    void urlThatIsNoTemplateIsMalformed(String url) {
        assertThatThrownBy(() -> plan(at(url, ""), McpInputValues.none()))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("has a url that is not");
    }

    // CRD-18, REG-A12
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host",
                "Cookie",
                "Connection",
                "Transfer-Encoding",
                "Content-Length",
                "Mcp-Session-Id",
                "MCP-Protocol-Version",
                "Proxy-Authorization",
                "Accept",
                "Upgrade",
                "Authorization",
                "X Y",
                "X:Y"
            })
    void headerThatTheClientOwnsIsRefused(String name) {
        assertThatThrownBy(() -> plan(header(name, "'value': 'x'"), McpInputValues.none()))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("declares the header " + name);
    }

    // CRD-19, REG-A12
    @ParameterizedTest
    @ValueSource(strings = {"a\r\nHost: evil", "a\nb", "a\0b"})
    void lineBreakInAHeaderValueIsRefused(String value) {
        assertThatThrownBy(() -> plan(header("X-Key", "'isSecret': true"), values("X-Key", value)))
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("header X-Key")
                .hasMessageNotContaining("evil");
    }

    // CRD-18, CRD-A08
    @Test
    void authorizationOfACardIsASecretInputAndNeverReplacesThatOfTheApplication() {
        McpServerPlan given = plan(
                header("Authorization", "'value': 'Bearer {token}', 'variables': {'token': {'isSecret': true}}"),
                values("token", "s3cret-token"));
        McpServerPlan fixed = plan(
                header("Authorization", "'isSecret': true, 'value': 'Bearer fixed-by-card'"), McpInputValues.none());

        assertThat(given.headers()).containsEntry("Authorization", "Bearer s3cret-token");
        assertThat(given.toString()).doesNotContain("s3cret-token");
        assertThat(fixed.warnings()).anySatisfy(warning -> assertThat(warning).contains("fixed the credentials"));
        assertThat(fixed.toString()).doesNotContain("fixed-by-card");
        McpHttpSettings own =
                McpHttpSettings.of("https://placeholder.example/mcp").withHeader("authorization", "Bearer ours");
        assertThat(fixed.http(own).headers()).hasSize(1).containsEntry("authorization", "Bearer ours");
        assertThat(fixed.http(own).url()).isEqualTo(fixed.url());
        assertThat(fixed.withoutHeader("authorization").headers()).isEmpty();
        assertThat(fixed.withoutHeader("authorization").digest()).isEqualTo(fixed.digest());
    }

    // CRD-A08: the approval is for the address and for what the card fixes
    @Test
    void anotherOriginOrFixedValueEndsTheConsent() {
        String declared = header("Authorization", "'isSecret': true, 'value': 'Bearer fixed-by-card'");
        McpServerConsent consent = plan(declared, McpInputValues.none()).consent();

        plan(declared, McpInputValues.none()).requireConsent(consent);
        for (String changed : List.of(
                declared.replace("shop.example", "other.example"), declared.replace("fixed-by-card", "another-card"))) {
            assertThatThrownBy(() -> plan(changed, McpInputValues.none()).requireConsent(consent))
                    .isInstanceOf(McpRejectedException.class)
                    .hasMessageContaining("has changed since it was approved");
        }
    }

    // CRD-23
    @Test
    void secretEnteredForOneOriginIsNotGivenToAnother() {
        McpInputValues bound = values("tenant", "acme", "key", "s3cret-of-acme")
                .forSecretsOf(URI.create("https://acme.shop.example/mcp"));

        assertThat(plan(TENANT, bound).headers()).containsEntry("X-Api-Key", "s3cret-of-acme");
        assertThatThrownBy(() -> plan(TENANT.replace("shop.example", "evil.example"), bound))
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("header X-Api-Key key")
                .hasMessageNotContaining("s3cret");
    }

    // CRD-21
    @Test
    void secretInAUrlIsMaskedHoweverShortItIs() {
        McpServerPlan plan = plan(
                at("https://shop.example/{token}/mcp", "'variables': {'token': {'isSecret': true}}"),
                values("token", "k7q"));

        assertThat(plan.url()).isEqualTo(URI.create("https://shop.example/k7q/mcp"));
        assertThat(plan.toString()).contains("https://shop.example/***/mcp").doesNotContain("k7q");
        assertThat(plan(
                                at("https://shop.example/mcp?t={token}", "'variables': {'token': {'isSecret': true}}"),
                                values("token", "k/7"))
                        .toString())
                .contains("https://shop.example/mcp?t=***")
                .doesNotContain("k/7", "k%2F7");
    }

    // CRD-24
    @Test
    void streamableHttpIsPreferredAndUnknownTypesAreSkipped() {
        String remotes =
                "[{'type': 'websocket', 'url': 'https://a.example/mcp'}, {'type': 'sse', 'url': 'https://b.example/mcp'},"
                        + " {'type': 'streamable-http', 'url': 'https://c.example/mcp'}]";

        assertThat(plan(remotes, McpInputValues.none()).url()).hasHost("c.example");
        assertThat(plan(remotes.replace("streamable-http", "x"), McpInputValues.none())
                        .http()
                        .transport())
                .isEqualTo(McpHttpTransportType.SSE);
        assertThatThrownBy(() -> plan("[{'type': 'websocket', 'url': 'https://a.example'}]", McpInputValues.none()))
                .isInstanceOf(McpRejectedException.class)
                .hasMessageContaining("[websocket]");
    }

    // CRD-16, CRD-A03
    @Test
    void differencesToTheLiveServerAreListed() {
        McpServerCard card = cardDocument(TENANT).card();

        assertThat(card.differences(Implementation.of("example.shop/orders", "3.0.1"), "2025-11-25"))
                .isEmpty();
        assertThat(card.differences(Implementation.of("evil", "9\u001b[2J"), "2025-06-18"))
                .containsExactly(
                        "name: \"example.shop/orders\" in the card, \"evil\" of the server",
                        "version: \"3.0.1\" in the card, \"9\\u001b[2J\" of the server",
                        "protocol version: \"2025-11-25, 2026-07-28\" in the card, \"2025-06-18\" of the server");
    }
}
