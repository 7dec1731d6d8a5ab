package io.mcpclient.internal.oauth;

import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.aot.AotServices;

import static org.assertj.core.api.Assertions.assertThat;

class OAuthRuntimeHintsTests {

    // A library that cannot be detected is reported as missing
    @ParameterizedTest
    @ValueSource(strings = {"com.nimbusds.oauth2.sdk.TokenRequest", "com.nimbusds.oauth2.sdk.util.JSONObjectUtils"})
    void whenProcessedAheadOfTimeThenTheLibraryCanBeDetected(String type) {
        RuntimeHints hints = new RuntimeHints();
        ClassLoader classLoader = OAuthRuntimeHintsTests.class.getClassLoader();
        List<RuntimeHintsRegistrar> registrars = AotServices.factories(classLoader)
                .load(RuntimeHintsRegistrar.class)
                .asList();
        assertThat(registrars).hasAtLeastOneElementOfType(OAuthRuntimeHints.class);

        registrars.forEach(registrar -> registrar.registerHints(hints, classLoader));

        assertThat(RuntimeHintsPredicates.reflection().onType(TypeReference.of(type)))
                .accepts(hints);
    }
}
