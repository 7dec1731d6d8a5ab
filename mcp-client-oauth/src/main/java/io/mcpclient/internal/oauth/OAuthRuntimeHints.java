package io.mcpclient.internal.oauth;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Runtime hints for native images: to detect the library, one class of each part. A class that is not registered seems absent. */
final class OAuthRuntimeHints implements RuntimeHintsRegistrar {

    private static final List<String> DETECTED = List.of("com.nimbusds.oauth2.sdk.TokenRequest", McpOAuth.LIBRARY);

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        DETECTED.forEach(name -> hints.reflection().registerTypeIfPresent(classLoader, name));
    }
}
