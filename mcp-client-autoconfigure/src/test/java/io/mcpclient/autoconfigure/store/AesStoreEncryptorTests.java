package io.mcpclient.autoconfigure.store;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AesStoreEncryptorTests {

    private final AesStoreEncryptor encryptor = new AesStoreEncryptor(key(1));

    private static byte[] key(int seed) {
        byte[] key = new byte[32];
        Arrays.fill(key, (byte) seed);
        return key;
    }

    static Stream<String> texts() {
        return Stream.of("", "x", "{\"session\":\"canary\"}", "å 漢字 \uD83D\uDE00", "x".repeat(190 * 1024));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void decryptReturnsTheOriginalText(String text) {
        String encrypted = this.encryptor.encrypt(text);
        assertThat(encrypted).matches("[!-~]+").doesNotContain("canary");
        assertThat(encrypted.length()).isLessThan(256 * 1024);
        assertThat(this.encryptor.decrypt(encrypted)).isEqualTo(text);
    }

    @Test
    void encryptOfTheSameTextDiffersEachTime() {
        assertThat(this.encryptor.encrypt("x")).isNotEqualTo(this.encryptor.encrypt("x"));
    }

    // Another instance, after a restart.
    @Test
    void decryptByAnotherInstanceWithTheSameKeySucceeds() {
        assertThat(new AesStoreEncryptor(key(1)).decrypt(this.encryptor.encrypt("text")))
                .isEqualTo("text");
    }

    @Test
    void decryptWithAnotherKeyFails() {
        AesStoreEncryptor other = new AesStoreEncryptor(key(2));
        String encrypted = this.encryptor.encrypt("text");
        assertThatThrownBy(() -> other.decrypt(encrypted)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whenThereAreSeveralKeysThenTheFirstEncryptsAndAllDecrypt() {
        AesStoreEncryptor rotated = new AesStoreEncryptor(List.of(key(2), key(1)));
        assertThat(rotated.decrypt(this.encryptor.encrypt("old"))).isEqualTo("old");

        String encrypted = rotated.encrypt("new");
        assertThat(new AesStoreEncryptor(key(2)).decrypt(encrypted)).isEqualTo("new");
        assertThatThrownBy(() -> this.encryptor.decrypt(encrypted)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whenThereIsNoKeyThenItIsRejected() {
        assertThatThrownBy(() -> new AesStoreEncryptor(List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    // J07
    @Test
    void decryptOfAChangedTextFails() {
        String encrypted = this.encryptor.encrypt("text");
        for (int i = 2; i < encrypted.length() - 1; i++) {
            char[] changed = encrypted.toCharArray();
            changed[i] = (changed[i] == 'A') ? 'B' : 'A';
            assertThatThrownBy(() -> this.encryptor.decrypt(new String(changed)))
                    .as("character %s", i)
                    .isInstanceOf(RuntimeException.class);
        }
    }

    // J07, I21
    @ParameterizedTest
    @ValueSource(strings = {"", "1.", "1.canary", "1.!canary!", "2.AAAA", "{\"canary\":1}"})
    void decryptOfAnInvalidTextFailsWithoutQuotingIt(String foreign) {
        assertThatThrownBy(() -> this.encryptor.decrypt(foreign))
                .isInstanceOf(RuntimeException.class)
                .hasMessageNotContaining("canary");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 16, 31, 33})
    void whenKeyHasAnInvalidLengthThenItIsRejected(int length) {
        assertThatThrownBy(() -> new AesStoreEncryptor(new byte[length])).isInstanceOf(IllegalArgumentException.class);
    }
}
