package io.mcpclient.autoconfigure.token;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Includes the schema scripts of the token table in a native image. */
final class TokenRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern("io/mcpclient/autoconfigure/token/schema-*.sql");
    }
}
