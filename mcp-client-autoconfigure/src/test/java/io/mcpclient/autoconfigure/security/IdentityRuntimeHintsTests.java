package io.mcpclient.autoconfigure.security;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.annotation.AnnotatedElementUtils;

import static org.assertj.core.api.Assertions.assertThat;

class IdentityRuntimeHintsTests {

    // H26: a library that cannot be detected seems absent, and names of users would not be qualified by their issuer
    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.springframework.security.oauth2.core.OAuth2Token",
                "org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken"
            })
    void whenProcessedAheadOfTimeThenLibrariesOfSpringSecurityCanBeDetected(String type) {
        ImportRuntimeHints imported = AnnotatedElementUtils.findMergedAnnotation(
                McpIdentityAutoConfiguration.class, ImportRuntimeHints.class);
        assertThat(imported).isNotNull();
        assertThat(imported.value()).containsExactly(IdentityRuntimeHints.class);
        RuntimeHints hints = new RuntimeHints();
        new IdentityRuntimeHints().registerHints(hints, IdentityRuntimeHintsTests.class.getClassLoader());
        assertThat(RuntimeHintsPredicates.reflection().onType(TypeReference.of(type)))
                .accepts(hints);
    }
}
