package io.mcpclient.autoconfigure;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundles;

import io.mcpclient.autoconfigure.settings.ServerSettings;

/** Registers one handler for each SSL bundle of the servers, because handlers cannot be removed. */
final class BundleUpdates {

    private final @Nullable SslBundles bundles;

    private final Consumer<String> handler;

    /** Bundles for which the handler is registered. */
    private final Set<String> followed = ConcurrentHashMap.newKeySet();

    BundleUpdates(@Nullable SslBundles bundles, Consumer<String> handler) {
        this.bundles = bundles;
        this.handler = handler;
    }

    /** A bundle that does not exist is an error of the client that needs it. */
    void follow(ServerSettings settings) {
        SslBundles all = this.bundles;
        if (all != null) {
            settings.sslBundles().forEach(bundle -> follow(all, bundle));
        }
    }

    private void follow(SslBundles all, String bundle) {
        if (all.getBundleNames().contains(bundle) && this.followed.add(bundle)) {
            all.addBundleUpdateHandler(bundle, updated -> this.handler.accept(bundle));
        }
    }
}
