package io.mcpclient.autoconfigure.token;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Takes the scripts of the table of tokens into a native image. */
final class TokenRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern("io/mcpclient/autoconfigure/token/schema-*.sql");
    }
}
