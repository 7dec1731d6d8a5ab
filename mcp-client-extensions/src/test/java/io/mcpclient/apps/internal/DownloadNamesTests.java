package io.mcpclient.apps.internal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Names of downloads. */
class DownloadNamesTests {

    // APP-34, APP-A08
    @ParameterizedTest
    @CsvSource({
        "file:///reports/sales 2026.csv, sales_2026.csv",
        "file:///reports/sales.csv?x=/y#/z, sales.csv",
        "../../x, x",
        "file:///a/..%2F..%2Fetc%2Fpasswd, passwd",
        "file:///a/..%5C..%5Cboot.ini, boot.ini",
        "file:///a/.., download",
        "file:///a/.bashrc, bashrc",
        "file:///a/-rf, rf",
        "file:///a/con.txt, download",
        "file:///a/COM1, download",
        "file:///a/%ZZ, _ZZ",
        "file:///a/a%00b%0A.txt, a_b_.txt",
        "file:///a/, download",
        "file:///a/evil.txt., evil.txt",
        "'', download"
    })
    void nameIsTheLastSegmentWithoutWhatFileSystemsInterpret(String uri, String name) {
        assertThat(DownloadNames.of(uri)).isEqualTo(name);
    }

    // APP-34
    @Test
    void nameIsBoundedAndItsEndingIsPreserved() {
        assertThat(DownloadNames.of(null)).isEqualTo("download");
        assertThat(DownloadNames.of("file:///" + "x".repeat(500) + ".csv"))
                .hasSize(100)
                .endsWith(".csv");
    }

    // APP-34: a cut in the middle must not make a hidden file, or an option of a command
    @ParameterizedTest
    @ValueSource(strings = {".", "-", "--", "-.-"})
    void nameThatIsCutIsNeitherHiddenNorAnOption(String cut) {
        String end = "x".repeat(100 - cut.length());
        assertThat(DownloadNames.of("file:///" + "y".repeat(50) + cut + end)).isEqualTo(end);
    }
}
