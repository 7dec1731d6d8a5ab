package io.mcpclient.autoconfigure.beans;

import java.io.FileNotFoundException;
import java.nio.file.FileSystemException;
import java.security.GeneralSecurityException;
import java.util.function.Function;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.core.NestedExceptionUtils;

import io.mcpclient.autoconfigure.settings.AuthSettings;
import io.mcpclient.autoconfigure.settings.Layer.Value;
import io.mcpclient.autoconfigure.settings.ServerSettings;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.spring.McpConnectionDetails;
import io.mcpclient.text.SafeText;

/** Trust and keys from the SSL bundles of a server. */
public final class SslContexts {

    /** What to do about a bundle that cannot be loaded. */
    public static final String REMEDY = "Correct the files and passwords of the bundle.";

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
        if (ofDetails == null) {
            return create(settings.sslBundle(), factory);
        }
        try {
            return factory.apply(ofDetails);
        } catch (RuntimeException ex) {
            throw new McpConfigurationException(
                    settings.name(),
                    "mcp.servers." + settings.name(),
                    "has connection details with an SSL bundle that cannot be loaded: " + reason(ex),
                    REMEDY);
        }
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
        String bundle = "names the SSL bundle \"" + name.value() + "\", which ";
        try {
            SslBundles all = this.bundles.getIfAvailable();
            if (all != null) {
                return factory.apply(all.getBundle(name.value()));
            }
        } catch (NoSuchSslBundleException ex) {
            // the same as without bundles
        } catch (RuntimeException ex) {
            throw name.invalid(bundle + "cannot be loaded: " + reason(ex), REMEDY);
        }
        throw name.invalid(bundle + "does not exist", "Define it under spring.ssl.bundle, or correct the name.");
    }

    /**
     * Returns why a bundle cannot be loaded. A key that is not valid is taken for the name of a file: what does not look like one is
     * not quoted.
     */
    public static String reason(RuntimeException ex) {
        Throwable cause = NestedExceptionUtils.getMostSpecificCause(ex);
        String message = cause.getMessage();
        if (message == null) {
            return cause.getClass().getSimpleName();
        }
        boolean isFile = cause instanceof FileNotFoundException || cause instanceof FileSystemException;
        return (isFile && !message.contains("."))
                ? "one of its certificates and keys is neither a file nor PEM"
                : SafeText.excerpt(message);
    }
}
