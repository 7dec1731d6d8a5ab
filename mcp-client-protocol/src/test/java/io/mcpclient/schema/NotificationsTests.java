package io.mcpclient.schema;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.support.schema.CancelledParams;
import io.mcpclient.support.schema.ProgressParams;
import io.mcpclient.support.schema.SetLevelParams;
import io.mcpclient.support.schema.SubscriptionFilter;
import io.mcpclient.support.schema.SubscriptionsListenParams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class NotificationsTests {

    // LOG-06: data is any JSON
    @ParameterizedTest
    @ValueSource(strings = {"\"text\"", "{\"b\":1,\"a\":null}", "[1]", "4", "true"})
    void readLogMessageKeepsAnyData(String data) {
        String json = "{\"level\":\"warning\",\"logger\":\"l\",\"data\":" + data + "}";

        assertThat(Json.tree(Json.read(json, LoggingMessageParams.class))).isEqualTo(Json.tree(json));
    }

    // LOG-01
    @Test
    void readWhenLevelIsUnknownKeepsIt() {
        LoggingLevel level =
                Json.read("{\"level\":\"loud\"}", LoggingMessageParams.class).level();

        assertThat(level).isEqualTo(new LoggingLevel("loud"));
        assertThat(level.isKnown()).isFalse();
        assertThat(level.isAtLeast(LoggingLevel.WARNING)).isTrue();
        assertThat(level.isAtLeast(LoggingLevel.ERROR)).isFalse();
        assertThat(Json.MAPPER.writeValueAsString(level)).isEqualTo("\"loud\"");
    }

    // names of other logging systems
    @ParameterizedTest
    @CsvSource({
        "warn, warning",
        "WARNING, warning",
        "trace, debug",
        "Debug, debug",
        "information, info",
        "err, error",
        "SEVERE, error",
        "fatal, critical",
        "' panic ', emergency"
    })
    void readWhenLevelIsASynonymIsTheLevelOfTheProtocol(String sent, String read) {
        LoggingLevel level = Json.read("{\"level\":\"" + sent + "\"}", LoggingMessageParams.class)
                .level();

        assertThat(level).isEqualTo(new LoggingLevel(read));
        assertThat(level.isKnown()).isTrue();
    }

    @Test
    void isAtLeastFollowsSeverity() {
        assertThat(LoggingLevel.ERROR.isAtLeast(LoggingLevel.WARNING)).isTrue();
        assertThat(LoggingLevel.ERROR.isAtLeast(LoggingLevel.ERROR)).isTrue();
        assertThat(LoggingLevel.DEBUG.isAtLeast(LoggingLevel.INFO)).isFalse();
    }

    // LOG-05: send only levels the protocol has
    @Test
    void setLevelWhenLevelIsUnknownFails() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SetLevelParams.of(new LoggingLevel("loud")))
                .withMessageContaining("\"level\"");
    }

    @Test
    void readProgressTakesStringAndNumberTokens() {
        assertThat(Json.read("{\"progressToken\":\"a\",\"progress\":1}", ProgressParams.class)
                        .progressToken())
                .isEqualTo("a");
        assertThat(Json.read("{\"progressToken\":7,\"progress\":0.5,\"total\":2}", ProgressParams.class)
                        .progressToken())
                .isEqualTo(7);
    }

    @Test
    void readCancelledWithoutRequestIdIsTolerated() {
        assertThat(Json.read("{\"reason\":\"r\"}", CancelledParams.class).requestId())
                .isNull();
        assertThat(Json.MAPPER.writeValueAsString(CancelledParams.of(3, null))).isEqualTo("{\"requestId\":3}");
    }

    // RES-09
    @Test
    void writeFilterNamesOnlyWhatIsRequested() {
        SubscriptionFilter filter =
                SubscriptionFilter.none().withToolsListChanged(true).withResourceSubscriptions(List.of("a:b"));

        assertThat(Json.tree(SubscriptionsListenParams.of(filter)))
                .isEqualTo(Json.tree(
                        "{\"notifications\":{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"a:b\"]}}"));
        assertThat(Json.MAPPER.writeValueAsString(SubscriptionFilter.none())).isEqualTo("{}");
    }

    // ROOT-03
    @Test
    void rootWhenAddressIsNotAFileFails() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Root.of("https://x/"))
                .withMessageContaining("file://");
    }

    // ELI-28, CAP-09
    @Test
    void readDataOfProtocolErrors() {
        assertThat(Json.read(
                                "{\"elicitations\":[{\"mode\":\"url\",\"message\":\"m\",\"url\":\"https://x/\","
                                        + "\"elicitationId\":\"1\"}]}",
                                URLElicitationRequiredData.class)
                        .elicitations())
                .singleElement()
                .extracting(ElicitURLParams::elicitationId)
                .isEqualTo("1");
        assertThat(Json.read("{\"requiredCapabilities\":{\"roots\":{}}}", MissingRequiredClientCapabilityData.class)
                        .requiredCapabilities()
                        .roots())
                .isNotNull();
        assertThat(Json.read("{\"supported\":[\"a\"]}", UnsupportedProtocolVersionData.class)
                        .supported())
                .containsExactly("a");
    }
}
