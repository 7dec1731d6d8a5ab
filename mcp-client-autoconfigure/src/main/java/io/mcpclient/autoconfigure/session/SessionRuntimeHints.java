package io.mcpclient.autoconfigure.session;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Includes the schema scripts of the session table in a native image. */
final class SessionRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern("io/mcpclient/autoconfigure/session/schema-*.sql");
    }
}
