package io.mcpclient.autoconfigure.beans;

import java.security.GeneralSecurityException;
import java.util.function.Function;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

import io.mcpclient.autoconfigure.settings.AuthSettings;
import io.mcpclient.autoconfigure.settings.Layer.Value;
import io.mcpclient.autoconfigure.settings.ServerSettings;
import io.mcpclient.spring.McpConnectionDetails;

/** Trust and keys from the SSL bundles of a server. */
public final class SslContexts {

    private final ObjectProvider<SslBundles> bundles;

    public SslContexts(ObjectProvider<SslBundles> bundles) {
        this.bundles = bundles;
    }

    /** Returns the context for the MCP server, with trust and keys of its bundle. */
    public @Nullable SSLContext ofServer(ServerSettings settings) {
        return ofServer(settings, SslBundle::createSslContext);
    }

    private @Nullable SSLContext ofServer(ServerSettings settings, Function<SslBundle, SSLContext> factory) {
        McpConnectionDetails details = settings.details();
        SslBundle ofDetails = (details != null) ? details.sslBundle() : null;
        return (ofDetails != null) ? factory.apply(ofDetails) : create(settings.sslBundle(), factory);
    }

    /**
     * Returns the context for the authorization servers: of their own bundle, else with the trust of the server's bundle,
     * without its keys.
     */
    public @Nullable SSLContext ofAuthorizationServers(AuthSettings.OAuth oauth, ServerSettings settings) {
        return (oauth.sslBundle() != null)
                ? create(oauth.sslBundle(), SslBundle::createSslContext)
                : ofServer(settings, SslContexts::trust);
    }

    private static SSLContext trust(SslBundle bundle) {
        try {
            SSLContext context = SSLContext.getInstance(bundle.getProtocol());
            context.init(null, bundle.getManagers().getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException ex) {
            throw new IllegalStateException("cannot create a TLS context with the trust of an SSL bundle", ex);
        }
    }

    private @Nullable SSLContext create(@Nullable Value<String> name, Function<SslBundle, SSLContext> factory) {
        if (name == null) {
            return null;
        }
        SslBundles all = this.bundles.getIfAvailable();
        SslBundle bundle = (all != null) ? find(all, name.value()) : null;
        if (bundle == null) {
            throw name.invalid(
                    "names the SSL bundle \"" + name.value() + "\", which does not exist",
                    "Define it under spring.ssl.bundle, or correct the name.");
        }
        return factory.apply(bundle);
    }

    private static @Nullable SslBundle find(SslBundles bundles, String name) {
        try {
            return bundles.getBundle(name);
        } catch (NoSuchSslBundleException ex) {
            return null;
        }
    }
}
