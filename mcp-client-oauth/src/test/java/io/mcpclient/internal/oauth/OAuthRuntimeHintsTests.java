package io.mcpclient.internal.oauth;

import org.junit.jupiter.api.Test;

import io.mcpclient.testkit.ReflectedTypes;

import static org.assertj.core.api.Assertions.assertThat;

class OAuthRuntimeHintsTests {

    // A library that cannot be detected is reported as missing
    @Test
    void whenProcessedAheadOfTimeThenEachTypeThatIsReflectedHasAHint() {
        ReflectedTypes types = ReflectedTypes.of(McpOAuth.class);
        assertThat(types.names()).contains("com.nimbusds.oauth2.sdk.util.JSONObjectUtils");
        assertThat(types.withoutHints()).isEmpty();
    }
}
