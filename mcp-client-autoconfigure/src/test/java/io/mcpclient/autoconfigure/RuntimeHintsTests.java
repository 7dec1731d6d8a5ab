package io.mcpclient.autoconfigure;

import org.junit.jupiter.api.Test;

import io.mcpclient.testkit.ReflectedTypes;

import static org.assertj.core.api.Assertions.assertThat;

class RuntimeHintsTests {

    private static final ReflectedTypes TYPES = ReflectedTypes.of(McpClientAutoConfiguration.class);

    // H26: a library that cannot be detected seems absent, and names of users would not be qualified by their issuer
    @Test
    void librariesThatAreDetectedAreFound() {
        assertThat(TYPES.names())
                .contains(
                        "com.nimbusds.oauth2.sdk.TokenRequest",
                        "org.springframework.boot.webclient.WebClientCustomizer",
                        "org.springframework.security.oauth2.core.OAuth2Token",
                        "org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken");
    }

    /** Those of Spring Boot for records of properties are compared by {@link AheadOfTimeTests}. */
    @Test
    void whenProcessedAheadOfTimeThenEachTypeThatIsReflectedHasAHint() {
        assertThat(TYPES.withoutHints().entrySet())
                .filteredOn(missing -> !missing.getKey().startsWith("io.mcpclient.autoconfigure.properties."))
                .filteredOn(missing -> !missing.getValue().contains(".BeanNeed.")) // compares names
                .extracting(missing -> missing.getKey())
                .as("but parameters of annotated methods, and a key")
                .containsExactly(
                        "io.mcpclient.autoconfigure.observation.McpMeterObservationHandler$Measured",
                        "io.mcpclient.handler.McpProgress",
                        "io.mcpclient.handler.McpSource");
    }
}
