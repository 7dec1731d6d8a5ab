package io.mcpclient.handler;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class McpUrlPreviewTests {

    // ELI-07, ELI-21: the host is set off, the whole stays as it was
    @ParameterizedTest
    @CsvSource({
        "https://Pay.Example.COM/order?id=7#top, pay.example.com",
        "HTTPS://example.com:8443, example.com",
        "https://my_shop.example.com/, my_shop.example.com",
        "http://localhost:8080/x, localhost",
        "http://app.localhost/, app.localhost",
        "http://127.0.0.1:9/, 127.0.0.1",
        "http://[::1]:9/, [::1]",
    })
    void ofReturnsTheHost(String url, String host) {
        McpUrlPreview preview = McpUrlPreview.of(url);

        assertThat(preview.url()).isEqualTo(url);
        assertThat(preview.host()).isEqualTo(host);
        assertThat(preview.isAmbiguous()).isFalse();
    }

    // ELI-23, I08: what may be taken for another host
    @ParameterizedTest
    @CsvSource({
        "https://xn--pple-43d.com/, xn--pple-43d.com",
        "https://login.xn--pple-43d.com/, login.xn--pple-43d.com",
        "https://\u0430pple.com/, xn--pple-43d.com",
        "https://b\u00fccher.example/, xn--bcher-kva.example",
        "https://203.0.113.7/, 203.0.113.7",
        "https://2130706433/, 2130706433",
        "https://0x7f.1/, 0x7f.1",
        "https://[2001:db8::1]/, [2001:db8::1]",
    })
    void ofWhenHostMayBeMistakenForAnotherReportsIt(String url, String host) {
        McpUrlPreview preview = McpUrlPreview.of(url);

        assertThat(preview.host()).isEqualTo(host);
        assertThat(preview.isAmbiguous()).isTrue();
    }

    // I08: what leads to where only the user gets, or hides what matters, is flagged for the handler to say so
    @ParameterizedTest
    @CsvSource({
        "http://localhost:8080/x, THIS_MACHINE",
        "https://app.localhost/, THIS_MACHINE",
        "http://127.0.0.1:9/, THIS_MACHINE",
        "http://[::1]:9/, THIS_MACHINE",
        "https://192.168.1.1/admin, NUMERIC_HOST PRIVATE_NETWORK",
        "https://10.0.0.1/, NUMERIC_HOST PRIVATE_NETWORK",
        "https://169.254.169.254/latest, NUMERIC_HOST PRIVATE_NETWORK",
        "https://[fd00::1]/, NUMERIC_HOST PRIVATE_NETWORK",
        "https://router/, PRIVATE_NETWORK",
        "https://printer.local/, PRIVATE_NETWORK",
        "https://wiki.corp./, PRIVATE_NETWORK",
        "https://xn--pple-43d.com/, FOREIGN_LETTERS",
        "https://203.0.113.7/, NUMERIC_HOST PRIVATE_NETWORK",
        "https://8.8.8.8/, NUMERIC_HOST",
        "https://example.com/, ''",
    })
    void ofReportsSuspiciousUrls(String url, String warnings) {
        assertThat(McpUrlPreview.of(url).warnings())
                .extracting(McpUrlPreview.Warning::name)
                .containsExactlyInAnyOrder(warnings.isEmpty() ? new String[0] : warnings.split(" "));
    }

    // I08: the end of a long address is easily overlooked
    @Test
    void ofWhenTheUrlIsLongReportsIt() {
        String url = "https://example.com/?q=" + "a".repeat(500);

        assertThat(McpUrlPreview.of(url).warnings()).containsExactly(McpUrlPreview.Warning.LONG_ADDRESS);
        assertThat(McpUrlPreview.of(url.substring(0, 512)).warnings()).isEmpty();
    }

    // ELI-33, I08: web addresses with a host, encrypted unless they stay on this machine
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "example.com",
                "/relative",
                "ftp://example.com/",
                "file:///etc/passwd",
                "javascript:alert(1)",
                "data:text/html,x",
                "https:example.com",
                "https:///example.com",
                "https://",
                "https://:8080/",
                "https://user@example.com/",
                "https://user:secret@example.com/",
                "https://good.example%40evil.example/",
                "https://good.example\\@evil.example/",
                "https://exa mple.com/",
                " https://example.com/",
                "https://example.com/\n",
                "https://example.com/\u202egpj.exe",
                "https://exa\u200bmple.com/",
                "http://example.com/",
                "http://127.0.0.1.example.com/",
                "http://127.1/",
                "http://2130706433/",
                "http://localhost.example.com/",
                "http://0.0.0.0/",
                "http://[::ffff:127.0.0.1]/",
            })
    void ofWhenTheUrlIsUnsafeIsRejected(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> McpUrlPreview.of(url))
                .withMessageStartingWith("the URL ");
    }

    @Test
    void ofWhenRejectedDoesNotRepeatTheUrl() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> McpUrlPreview.of("https://user:s3cret@example.com/"))
                .withMessage("the URL has user information")
                .withNoCause();
    }
}
