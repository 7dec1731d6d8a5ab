package io.mcpclient.support.net;

import java.net.InetAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.support.Loggers;
import io.mcpclient.testkit.CapturedLog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** SEC-01 to SEC-04, SEC-06, SEC-10, SEC-12, AUTH-21; H07, H12. */
class McpNetworkPolicyTests {

    private static final Set<URI> NO_SERVERS = Set.of();

    private final McpNetworkPolicy policy = McpNetworkPolicy.of(URI.create("https://mcp.example.com/mcp"), NO_SERVERS);

    private static McpNetworkPolicy of(String server, String... trusted) {
        return McpNetworkPolicy.of(
                URI.create(server), Arrays.stream(trusted).map(URI::create).collect(Collectors.toSet()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://as.example.com",
                "https://as.example.com/",
                "HTTPS://AS.example.com:8443/tenant/.well-known/openid-configuration?p=sign-in&x=a+b,c~d%20e",
                "https://8.8.8.8/token",
                "https://[2606:4700:4700::1111]:443/token",
                "https://xn--bcher-kva.example/a=b:c@d",
            })
    void checkReturnsAValidUrlUnchanged(String url) {
        assertThat(this.policy.check(url, "token_endpoint")).hasToString(url);
        assertThat(McpNetworkPolicy.checkShown(url, "icon")).hasToString(url);
    }

    // SEC-12, H07, H12: whatever is not a plain, strict URL
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "as.example.com",
                "//as.example.com/",
                "/token",
                "https:as.example.com",
                "https:/as.example.com",
                "https:///token",
                "https://",
                "https://:443/",
                "javascript:alert(1)",
                "JavaScript:alert%281%29",
                "javascript://as.example.com/%0aalert",
                "data:text/html,x",
                "file:///etc/passwd",
                "vbscript:x",
                "ftp://as.example.com/",
                "ws://as.example.com/",
                "jar:https://as.example.com/x",
                "ms-msdt:/id",
                " https://as.example.com/",
                "https://as.example.com/ ",
                "https://as.exa mple.com/",
                "https://as.example.com/\n",
                "https://as.example.com/\r\nHost:x",
                "https://as.example.com/\u0000",
                "https://as.example.com/a%0d%0aX:y",
                "https://as.example.com/?a=%00",
                "https://as.example.com/\u202egpj",
                "https://b\u00fccher.example/",
                "https://as.example.com\\@evil.example/",
                "https://as.example.com/a\\b",
                "https://user@as.example.com/",
                "https://user:secret@as.example.com/",
                "https://as.example.com@evil.example/",
                "https://@as.example.com/",
                "https://as.example.com%40evil.example/",
                "https://as.example.com/#fragment",
                "https://as.example.com/#",
                "https://as.example.com:0/",
                "https://as.example.com:/",
                "https://as.example.com:65536/",
                "https://as.example.com:99999999999/",
                "https://as.example.com:-1/",
                "https://my_host.example.com/",
                "https://-as.example.com/",
                "https://as..example.com/",
                "https://as.example.com/$(calc)",
                "https://as.example.com/`id`",
                "https://as.example.com/;id",
                "https://as.example.com/|id",
                "https://as.example.com/a&b",
                "https://as.example.com/?a='b'",
                "https://as.example.com/?a=\"b\"",
                "https://as.example.com/?a=<b>",
                "https://as.example.com/?a={b}",
                "https://as.example.com/?a=^b",
                "https://as.example.com/?a=[b]",
                "https://as.example.com/?a=*",
                "https://as.example.com/?a=!b",
                "https://as.example.com/?a=$b",
                "https://as.example.com/%zz",
                // numbers that are read in more than one way
                "https://2130706433/",
                "https://0x7f000001/",
                "https://0x7f.0.0.1/",
                "https://0177.0.0.1/",
                "https://017.0.0.1/",
                "https://127.0.0.01/",
                "https://127.1/",
                "https://127.0.1/",
                "https://127.0.0.1./",
                "https://127.0.0.256/",
                "https://1.2.3.4.5/",
                "https://[::1/",
                "https://[::1%25lo]/",
                "https://[fe80::1%lo]/",
                "https://[127.0.0.1]/",
                "https://[]/",
                "https://\uff11\uff12\uff17.0.0.1/",
                "https://127\u30020\u30020\u30021/",
            })
    void checkWhenUrlIsNotStrictlyValidIsRejected(String url) {
        assertThatExceptionOfType(ForbiddenUrlException.class)
                .isThrownBy(() -> this.policy.check(url, "token_endpoint"))
                .withMessageStartingWith("token_endpoint is refused: ")
                .withMessageNotContainingAny("secret", "evil", "example");
        assertThatExceptionOfType(ForbiddenUrlException.class)
                .isThrownBy(() -> McpNetworkPolicy.checkShown(url, "icon"))
                .withMessageStartingWith("icon is refused: ");
    }

    @Test
    void checkWhenUrlIsTooLongIsRejected() {
        assertThatExceptionOfType(ForbiddenUrlException.class)
                .isThrownBy(() -> this.policy.check("https://as.example.com/" + "a".repeat(3000), "issuer"))
                .withMessage("issuer is refused: it is too long");
    }

    // SEC-02, SEC-10, AUTH-21: plain http on this machine alone, and only for servers that are there, or by trust
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "https://mcp.example.com   | -                      | http://as.example.com/       | false",
                "https://mcp.example.com   | -                      | http://127.0.0.1:9/          | false",
                "https://mcp.example.com   | -                      | http://localhost:9/          | false",
                "https://mcp.example.com   | http://localhost:9     | http://localhost:9/token     | true",
                "https://mcp.example.com   | http://localhost:9     | http://localhost:8/token     | false",
                "https://mcp.example.com   | http://localhost       | http://LOCALHOST:80/token    | true",
                "https://mcp.example.com   | http://as.example.com  | http://as.example.com/       | false",
                "http://mcp.example.com    | -                      | http://mcp.example.com/      | false",
                "http://localhost:1        | -                      | http://as.example.com/       | false",
                "http://localhost:1        | -                      | http://127.0.0.1:9/          | true",
                "http://127.0.0.1:1        | -                      | http://app.localhost:9/      | true",
                "http://[::1]:1            | -                      | http://localhost:9/          | true",
                "http://localhost:1        | -                      | http://[::1]:9/              | true",
                "http://localhost:1        | -                      | http://[::127.0.0.1]:9/      | false",
                "http://localhost:1        | -                      | http://10.0.0.1:9/           | false",
                "http://localhost:1        | -                      | http://0.0.0.0:9/            | false",
                "http://localhost:1        | -                      | http://localhost.evil.com/   | false",
                "http://localhost:1        | -                      | http://127.0.0.1.evil.com/   | false",
            })
    void checkOfPlainHttp(String server, String trusted, String url, boolean isAllowed) {
        McpNetworkPolicy policy = (trusted != null) ? of(server, trusted) : of(server);

        assertThat(isAllowed(policy, url)).isEqualTo(isAllowed);
    }

    // SEC-03, H07: numbers are judged at once as far as it is known where the server is
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "https://8.8.8.8           | -                      | https://127.0.0.1/           | false",
                "https://8.8.8.8           | -                      | https://[::1]/               | false",
                "https://8.8.8.8           | -                      | https://[::ffff:127.0.0.1]/  | false",
                "https://8.8.8.8           | -                      | https://[::ffff:7f00:1]/     | false",
                "https://8.8.8.8           | -                      | https://10.0.0.1/            | false",
                "https://8.8.8.8           | -                      | https://169.254.169.254/     | false",
                "https://8.8.8.8           | https://10.0.0.1       | https://10.0.0.1:443/        | true",
                "https://8.8.8.8           | https://10.0.0.1       | https://10.0.0.2/            | false",
                "https://8.8.8.8           | https://[fc00::1]      | https://[fc00:0:0::1]/       | true",
                "https://10.0.0.9          | -                      | https://10.0.0.1/            | true",
                "https://10.0.0.9          | -                      | https://[fc00::1]/           | true",
                "https://10.0.0.9          | -                      | https://127.0.0.1/           | false",
                "https://10.0.0.9          | -                      | https://169.254.169.254/     | false",
                "https://10.0.0.9          | -                      | https://8.8.8.8/             | true",
                "http://localhost:1        | -                      | https://127.0.0.1/           | true",
                "http://localhost:1        | -                      | https://10.0.0.1/            | false",
                "https://169.254.1.1       | -                      | https://169.254.1.1/         | true",
                "https://169.254.1.1       | -                      | https://169.254.169.254/     | false",
                "https://mcp.example.com   | -                      | https://169.254.169.254/     | false",
                "https://mcp.example.com   | -                      | https://[64:ff9b::7f00:1]/   | false",
                "https://mcp.example.com   | -                      | https://0.0.0.0/             | false",
            })
    void checkOfNumericAddresses(String server, String trusted, String url, boolean isAllowed) {
        McpNetworkPolicy policy = (trusted != null) ? of(server, trusted) : of(server);

        assertThat(isAllowed(policy, url)).isEqualTo(isAllowed);
    }

    private static boolean isAllowed(McpNetworkPolicy policy, String url) {
        try {
            policy.check(url, "URL");
            return true;
        } catch (ForbiddenUrlException ex) {
            return false;
        }
    }

    // SEC-03, H07: the addresses that names lead to
    @ParameterizedTest
    @CsvSource({
        "https://as.example.com, 8.8.8.8, '', true",
        "https://as.example.com, 127.0.0.1, '', false",
        "https://as.example.com, 127.0.0.1, LOOPBACK, true",
        "https://as.example.com, 10.0.0.1, LOOPBACK, false",
        "https://as.example.com, 127.0.0.1, PRIVATE, false",
        "https://as.example.com, 10.0.0.1, PRIVATE, true",
        "https://as.example.com, 100.64.0.1, PRIVATE, false",
        "https://as.example.com, 100.64.0.1, SHARED, true",
        "https://as.example.com, 169.254.169.254, LINK_LOCAL, false",
        "https://mcp.example.com, 169.254.1.1, LINK_LOCAL, true",
        "https://mcp.example.com, 127.0.0.1, '', false",
        "https://mcp.example.com:8443, 169.254.1.1, LINK_LOCAL, false",
        "https://trusted.example.com, 169.254.169.254, '', true",
        "https://trusted.example.com:8443, 10.0.0.1, '', false",
        "http://trusted.example.com:443, 10.0.0.1, '', false",
        "http://localhost, 10.0.0.1, PRIVATE, false",
        "http://localhost, 8.8.8.8, '', false",
    })
    void allows(String url, String address, String ofServer, boolean isAllowed) throws Exception {
        McpNetworkPolicy policy = of("https://mcp.example.com/mcp", "https://trusted.example.com/path");
        Set<AddressClass> classes = ofServer.isEmpty() ? Set.of() : Set.of(AddressClass.valueOf(ofServer));

        assertThat(policy.allows(Origin.of(URI.create(url)), InetAddress.getByName(address), classes))
                .isEqualTo(isAllowed);
    }

    @ParameterizedTest
    @CsvSource({
        "https://idp.example.com, true",
        "https://IDP.example.com:443/token?x=y, true",
        "https://idp.example.com:8443/, false",
        "http://idp.example.com:443/, false",
        "https://idp.example.com.evil.com/, false",
        "https://mcp.example.com/mcp, false",
        "mailto:idp.example.com, false",
    })
    void isTrustedComparesOrigins(String url, boolean isTrusted) {
        McpNetworkPolicy policy = of("https://mcp.example.com/mcp", "https://idp.example.com/ignored");

        assertThat(policy.isTrusted(URI.create(url))).isEqualTo(isTrusted);
    }

    // SEC-12: suspicious URLs are logged, and nothing of them
    @Test
    void checkWhenRejectedLogsTheReasonWithoutTheUrl() {
        CapturedLog log = CapturedLog.of(Loggers.HTTP).open();
        try (log) {
            assertThat(isAllowed(this.policy, "https://as.example.com/$(calc)?token=s3cret"))
                    .isFalse();
        }
        assertThat(log.messages()).singleElement().satisfies(message -> assertThat(message)
                .isEqualTo("MCP server at mcp.example.com: URL is refused: it contains characters that are not allowed"
                        + " in a URL or not safe in a shell"));
    }
}
