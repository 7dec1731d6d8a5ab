package io.mcpclient.testkit;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

import ch.qos.logback.classic.LoggerContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

import io.mcpclient.error.McpConnectionException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** A secret is disclosed on purpose, and has to be found: one that the watch over all tests does not contain. */
@Timeout(60)
class SecretsWatchTests {

    private final String secret = UUID.randomUUID().toString();

    private final Function<String, Optional<String>> finder =
            text -> text.contains(this.secret) ? Optional.of(this.secret) : Optional.empty();

    @Test
    void closeWhenAnExceptionOfTheLibraryHadASecretFails() {
        SecretsWatch.Exceptions exceptions = new SecretsWatch.Exceptions(this.finder);
        assertThat(new McpConnectionException(
                        McpErrorDetails.of("weather", "ping", McpOutcome.UNKNOWN, "refused: " + this.secret)))
                .isNotNull();
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(exceptions::close)
                .withMessageContaining("McpConnectionException")
                .withMessageContaining(this.secret);
    }

    @Test
    void checkWhenTheLibraryLoggedASecretAtDebugFails() {
        try (LoggedTexts log = new LoggedTexts()) {
            LoggerFactory.getLogger("io.mcpclient.internal.oauth.Leak").debug("token {}", this.secret);
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> SecretsWatch.check("the log", log.texts(), this.finder))
                    .withMessageContaining("io.mcpclient.internal.oauth.Leak");
        }
    }

    @Test
    void checkWhenTheLibraryLoggedTheStackOfAnErrorWithASecretFails() {
        try (LoggedTexts log = new LoggedTexts()) {
            LoggerFactory.getLogger("io.mcpclient.internal.oauth.Leak")
                    .debug("failed", new IllegalStateException(this.secret));
            ((LoggerContext) LoggerFactory.getILoggerFactory())
                    .getLogger("elsewhere")
                    .debug(this.secret);
            assertThat(log.texts()).singleElement().asString().contains("failed", this.secret);
        }
    }

    @Test
    void useHeaderRegistersThePasswordOfABasicHeader() {
        Secrets.useHeader("Basic dXNlcjpwYXNzLTgwZjEzYzE3");
        assertThat(Secrets.in("the password is pass-80f13c17")).contains("pass-80f13c17");
        assertThat(Secrets.in("no more")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ignored a message (UNKNOWN_ID: response for id NumberId[value=7])",
                "nesting depth (201) exceeds the maximum allowed (200, from `StreamReadConstraints.getMaxNestingDepth()`)",
                "Cannot deserialize value of type `java.util.ArrayList<java.lang.String>` from Object value"
            })
    void leakInFindsInternalDetails(String message) {
        assertThat(MessageText.leakIn(message)).isPresent();
        assertThat(MessageText.leakIn("failed\n" + message)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"McpClient[weather, CONNECTED]", "response for id 7", "Known servers: a[b=c], Weather"})
    void leakInPassesOrdinaryMessages(String message) {
        assertThat(MessageText.leakIn(message)).isEmpty();
    }
}
