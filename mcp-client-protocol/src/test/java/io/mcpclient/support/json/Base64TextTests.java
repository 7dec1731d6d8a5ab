package io.mcpclient.support.json;

import java.util.Base64;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class Base64TextTests {

    private static final byte[] BYTES = {(byte) 0xfb, (byte) 0xff, (byte) 0xfe, 1};

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+//+AQ==",
                "-__-AQ==",
                "-__-AQ",
                "+//+AQ",
                "+//+AQ=",
                "+/\r\n/+\tAQ = =\n",
                "data:application/pdf;base64,+//+AQ==",
                " DATA:image/png;charset=x;BASE64,\n-__-AQ"
            })
    void dataIsDecodedHoweverItIsWritten(String data) {
        assertThat(Base64Text.decoded(data, "image content", "data")).isEqualTo(BYTES);
        assertThat(Base64Text.standard(data)).isEqualTo("+//+AQ==");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%%",
                "http://x/y.png",
                "QUJDR",
                "QU=D",
                "QUI===",
                "data:image/png,QUJD",
                "data:image/png;base64",
                "QUJD\u0000",
                "QUJD\u00e9",
                "=QUJD"
            })
    void dataThatIsNotBase64IsRejected(String data) {
        assertThat(Base64Text.standard(data)).isNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Base64Text.decoded(data, "image content", "data"))
                .withMessage("image content has no valid Base64 in \"data\"");
    }

    @Test
    void standardDataIsTheSameInstance() {
        for (int size = 0; size < 10; size++) {
            String data = Base64.getEncoder().encodeToString(new byte[size]);
            assertThat(Base64Text.standard(data)).isSameAs(data);
            assertThat(Base64Text.decoded(data, "a", "b")).hasSize(size);
        }
    }
}
