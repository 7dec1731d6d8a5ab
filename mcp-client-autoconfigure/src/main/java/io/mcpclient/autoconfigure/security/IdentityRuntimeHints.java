package io.mcpclient.autoconfigure.security;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Runtime hints for native images: to detect the libraries of Spring Security. A class that is not registered seems absent, and users
 * of different issuers would be one principal.
 */
final class IdentityRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        List.of(McpIdentityAutoConfiguration.TOKEN, OAuth2Principals.LOGIN)
                .forEach(name -> hints.reflection().registerTypeIfPresent(classLoader, name));
    }
}
