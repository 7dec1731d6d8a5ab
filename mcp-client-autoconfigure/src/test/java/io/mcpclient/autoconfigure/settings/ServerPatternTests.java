package io.mcpclient.autoconfigure.settings;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.spring.McpServerPolicy.Target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Another spelling of a server does not change the decision about it. */
class ServerPatternTests {

    private static Target url(String url) {
        return new Target("server", URI.create(url), null, List.of(), Set.of(), null);
    }

    private static Target command(String line) {
        String[] words = line.split(" ");
        return new Target("server", null, words[0], Arrays.asList(words).subList(1, words.length), Set.of(), null);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // pattern | URL | allowed | denied
                "https://api.example.com      | https://api.example.com/mcp        | true  | true",
                "https://api.example.com      | HTTPS://API.Example.COM:443/mcp    | true  | true",
                "https://api.example.com      | https://api.example.com./mcp       | true  | true",
                "https://api.example.com.     | https://api.example.com/mcp        | true  | true",
                "https://api.example.com/     | https://api.example.com            | true  | true",
                "https://api.example.com      | https://api.example.com.evil.org   | false | false",
                "https://api.example.com      | https://evil-api.example.com       | false | false",
                "https://api.example.com      | https://example.com                | false | false",
                "https://api.example.com      | http://api.example.com             | false | true",
                "https://api.example.com      | https://api.example.com:8443       | false | true",
                "https://api.example.com:8443 | https://api.example.com:8443       | true  | true",
                "https://api.example.com:8443 | https://api.example.com            | false | false",
                "https://api.example.com:*    | https://api.example.com:8443       | true  | true",
                "*://api.example.com          | http://api.example.com             | true  | true",
                "*://api.example.com          | http://api.example.com:443         | false | true",
                "*://api.example.com          | lb://api.example.com               | false | false",
                "https://*.example.com        | https://a.b.example.com            | true  | true",
                "https://*.example.com        | https://example.com                | false | false",
                "https://*.example.com        | https://evilexample.com            | false | false",
                "https://*                    | https://anything.example.org       | true  | true",
                "https://bücher.example       | https://xn--bcher-kva.example      | true  | true",
                "https://*.BÜCHER.example     | https://a.XN--BCHER-KVA.example    | true  | true",
                "http://127.0.0.1             | http://127.0.0.1                   | true  | true",
                "http://127.0.0.1             | http://[::ffff:127.0.0.1]          | true  | true",
                "http://127.0.0.1             | http://[::FFFF:7f00:1]             | true  | true",
                "http://[::1]                 | http://[0:0:0:0:0:0:0:1]           | true  | true",
                "lb://weather                 | lb://WEATHER/mcp                   | true  | true",
                "lb://weather                 | http://weather                     | false | false",
                "unix:/run/mcp/*.sock         | unix:/run/mcp/a.sock               | true  | true",
                "unix:///run/mcp/a.sock       | unix:/run/mcp/a.sock               | true  | true",
                "unix:/run/*.sock             | unix:/run/mcp/a.sock               | false | false",
                "unix:/run/mcp                | unix:/run/mcp/a.sock               | false | false",
                "*://*                        | unix:/run/mcp/a.sock               | false | false",
                "http://localhost             | unix:/run/mcp/a.sock               | false | false",
                "https://a.example/mcp        | https://a.example/mcp              | true  | true",
                "https://a.example/mcp/       | https://a.example/mcp              | true  | true",
                "https://a.example/mcp/*      | https://a.example/mcp/v1?x=../y    | true  | true",
                "https://a.example/mcp        | https://a.example/mcpx             | false | false",
                "https://a.example/mcp        | https://a.example/                 | false | false",
                "https://a.example/mcp        | https://a.example                  | false | false",
                "https://a.example/mcp        | https://a.example/%6dc%70/x        | true  | true",
                "https://a.example/%6dcp      | https://a.example/mcp              | true  | true",
                "https://a.example/mcp        | https://a.example/MCP              | false | true",
                "https://a.example/mcp        | https://a.example/mcp/../admin     | false | true",
                "https://a.example/mcp        | https://a.example/mcp/%2e%2E/admin | false | true",
                "https://a.example/mcp        | https://a.example/mcp/.%2e/admin   | false | true",
                "https://a.example/mcp        | https://a.example/mcp%2f..%2fadmin | false | true",
                "https://a.example/mcp        | https://a.example/mcp/%5c../admin  | false | true",
                "https://a.example/mcp        | https://a.example/mcp/%252e%252e/a | false | true",
                "https://a.example/mcp        | https://a.example/mcp/..;/admin    | false | true",
                "https://a.example/mcp        | https://a.example/mcp/%c0%ae%c0%ae | false | true",
                "https://a.example/admin      | https://a.example/x/../admin       | false | true",
                "https://a.example/admin      | https://a.example//admin           | false | true",
                "https://a.example/admin      | https://a.example/./admin          | false | true",
                "https://a.example/a+b        | https://a.example/a+b              | true  | true",
                "https://a.example/a+b        | https://a.example/a%20b            | false | false",
                "command:npx                  | https://npx                        | false | false"
            })
    void urlPatternMatchesEquivalentSpellings(String pattern, String url, boolean allowed, boolean denied) {
        assertThat(ServerPattern.of(pattern, false).matches(url(url)))
                .as("allowed")
                .isEqualTo(allowed);
        assertThat(ServerPattern.of(pattern, true).matches(url(url)))
                .as("denied")
                .isEqualTo(denied);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // pattern | command | allowed | denied, null for a pattern that cannot deny
                "command:npx                | npx -y anything           | true  | true",
                "command:npx                | /tmp/npx                  | false | true",
                "command:npx                | ./npx                     | false | true",
                "command:npx                | NPX.cmd                   | false | true",
                "command:npx.cmd            | npx                       | false | true",
                "command:npx                | C:\\tools\\npx.EXE    | false | true",
                "command:npx                | npx.                      | false | true",
                "command:npx                | npxx                      | false | false",
                "command:np*                | npx                       | true  | true",
                "command:*                  | npx                       | true  | true",
                "command:*                  | /bin/sh                   | false | true",
                "command:/opt/mcp/*         | /opt/mcp/weather          | true  |",
                "command:/opt/mcp/*         | /opt/mcp/a/b              | false |",
                "command:/opt/mcp/*/run     | /opt/mcp/../run           | false |",
                "command:/opt/mcp/*         | opt/mcp/weather           | false |",
                "command:npx -y @example/*  | npx -y @example/weather   | true  |",
                "command:npx -y @example/*  | npx -y @evil/weather      | false |",
                "command:npx -y @example/*  | npx -y @example/a --exec  | false |",
                "command:npx -y @example/*  | npx @example/a            | false |",
                "npx                        | npx -y anything           | true  | true",
                "npx -y @example/*          | npx -y @evil/weather      | false |",
                "/opt/mcp/*                 | /opt/mcp/weather          | true  |",
                "https://npx                | npx                       | false | false"
            })
    void commandPatternMatchesAnyDirectoryWhenDenying(
            String pattern, String line, boolean allowed, @Nullable Boolean denied) {
        assertThat(ServerPattern.of(pattern, false).matches(command(line)))
                .as("allowed")
                .isEqualTo(allowed);
        if (denied != null) {
            assertThat(ServerPattern.of(pattern, true).matches(command(line)))
                    .as("denied")
                    .isEqualTo(denied);
        } else {
            assertThatIllegalArgumentException().isThrownBy(() -> ServerPattern.of(pattern, true));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "example.com",
                "npx.cmd",
                "ftp://example.com",
                "https://",
                "https://user@example.com",
                "https://*example.com",
                "https://a.*.example.com",
                "https://example.com:port",
                "https://example.com/a/*/b",
                "https://example.com/a/../b",
                "https://example.com/mcp?x=1",
                "https://a%2eb.example",
                "https://a_b",
                "command:",
                "command:./run",
                "command:bin/run",
                "command:/opt/../run"
            })
    void invalidPatternIsRejected(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ServerPattern.of(text, false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // pattern | entry | allowed | denied
                "registry:com.example/orders       | com.example/orders@1.4.0  | true  | true",
                "registry:com.example/*            | com.example/orders@1.4.0  | true  | true",
                "registry:*.example/orders         | com.example/orders@1.4.0  | true  | true",
                "REGISTRY:com.example/orders       | com.example/orders@1.4.0  | true  | true",
                "registry:COM.example/Orders       | com.example/orders@1.4.0  | false | true",
                "registry:com.example/orders@1.4.0 | com.example/orders@1.4.0  | true  | true",
                "registry:com.example/orders@1.4   | com.example/orders@1.4.0  | false | false",
                "registry:com.example/order        | com.example/orders@1.4.0  | false | false",
                "registry:com.example/orders       | com.example2/orders@1.4.0 | false | false",
                "registry:*/*                      | com.example/orders@1.4.0  | true  | true",
                "https://*                         | com.example/orders@1.4.0  | true  | true"
            })
    void patternForEntriesOfRegistries(String pattern, String entry, boolean allowed, boolean denied) {
        Target target = new Target("server", URI.create("https://mcp.example.org"), null, List.of(), Set.of(), entry);
        assertThat(ServerPattern.of(pattern, false).matches(target)).isEqualTo(allowed);
        assertThat(ServerPattern.of(pattern, true).matches(target)).isEqualTo(denied);
    }

    @ParameterizedTest
    @ValueSource(strings = {"registry:*/*", "registry:com.example/orders"})
    void patternForEntriesMatchesNoConfiguredServer(String pattern) {
        assertThat(ServerPattern.of(pattern, false).matches(url("https://com.example/orders")))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"registry:", "registry:*", "registry:orders", "registry:com.example/orders@", "registry:a/b/c"})
    void patternForEntriesNeedsAName(String pattern) {
        assertThatIllegalArgumentException().isThrownBy(() -> ServerPattern.of(pattern, false));
    }
}
