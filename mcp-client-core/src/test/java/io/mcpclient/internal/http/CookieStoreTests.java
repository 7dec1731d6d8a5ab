package io.mcpclient.internal.http;

import java.net.URI;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Cookies that are sent back to a server: D11. */
class CookieStoreTests {

    private long now;

    private final CookieStore store = new CookieStore(URI.create("http://mcp.example.com/tools/mcp"), () -> this.now);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "node=a                             | node=a",
                "node=a; Path=/; HttpOnly           | node=a",
                "node=a; Path=/tools                | node=a",
                "node=a; Path=/tools/mcp            | node=a",
                "node=a; Path=/tool                 | -",
                "node=a; Path=/admin                | -",
                "node=a; Domain=example.com         | node=a",
                "node=a; Domain=.example.com        | node=a",
                "node=a; Domain=evil.com            | -",
                "node=a; Domain=ample.com           | -",
                "node=a; Secure                     | -",
                "node=a; Max-Age=0                  | -",
                "node=a; Expires=Thu, 01 Jan 1970 00:00:00 GMT | -",
                "nonsense                           | -",
            })
    void storesOnlyCookiesThatApplyToItsServer(String setCookie, @Nullable String header) {
        this.store.keep(setCookie);

        assertThat(this.store.header()).isEqualTo(header);
    }

    // HTTP clients throw for what RFC 6265 says to ignore
    @ParameterizedTest
    @ValueSource(strings = {"node=a; Domain=a\u0001b", "node=a; Path=/\u0001b", "node=a; Domain=\u00ff"})
    void ignoresCookiesWithIllegalAttributes(String setCookie) {
        this.store.keep("zone=1");
        this.store.keep(setCookie);

        assertThat(this.store.header()).isEqualTo("zone=1");
    }

    @Test
    void storesSecureCookiesOfAnHttpsServer() {
        CookieStore secure = new CookieStore(URI.create("https://mcp.example.com"), () -> this.now);
        secure.keep("node=a; Secure; Path=/");

        assertThat(secure.header()).isEqualTo("node=a");
    }

    @Test
    void replacesAndRemovesCookies() {
        this.store.keep("node=a");
        this.store.keep("zone=1; Max-Age=10");
        this.store.keep("node=b");
        assertThat(this.store.header()).contains("node=b", "zone=1").doesNotContain("node=a");

        this.now += TimeUnit.SECONDS.toNanos(10);
        assertThat(this.store.header()).isEqualTo("node=b");

        this.store.keep("node=; Max-Age=0");
        assertThat(this.store.header()).isNull();
    }

    // a server cannot fill the memory, nor the head of our requests
    @Test
    void limitsSizeAndNumberOfCookies() {
        this.store.keep("big=" + "x".repeat(5000));
        assertThat(this.store.header()).isNull();

        for (int i = 0; i < 100; i++) {
            this.store.keep("c" + i + "=1");
        }
        assertThat(this.store.header().split("; ")).hasSize(50);
    }

    // values are as good as credentials
    @Test
    void toStringOmitsCookieValues() {
        this.store.keep("node=secret");

        assertThat(this.store.toString()).doesNotContain("secret");
    }
}
