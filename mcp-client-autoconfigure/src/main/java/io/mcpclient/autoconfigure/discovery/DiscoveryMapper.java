package io.mcpclient.autoconfigure.discovery;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.util.StringUtils;

import io.mcpclient.autoconfigure.beans.SslContexts;
import io.mcpclient.autoconfigure.properties.DiscoveryProperties;
import io.mcpclient.autoconfigure.properties.RegistryProperties;
import io.mcpclient.autoconfigure.properties.ServerProperties.Ssl;
import io.mcpclient.autoconfigure.settings.ToolsMapper;
import io.mcpclient.discovery.McpDiscoverySettings;
import io.mcpclient.discovery.McpPlanSettings;
import io.mcpclient.discovery.McpRegistrySettings;
import io.mcpclient.discovery.McpRegistrySource;
import io.mcpclient.error.McpConfigurationException;

/**
 * Maps {@code mcp.discovery} and {@code mcp.registry}. Errors name the property.
 *
 * @param bundles SSL bundles of the application, {@code null} for none
 */
record DiscoveryMapper(@Nullable SslBundles bundles) {

    private static final String REGISTRY = "mcp.registry";

    private static final String DISCOVERY = "mcp.discovery";

    McpDiscoverySettings discovery(DiscoveryProperties properties) {
        @Nullable SSLContext context = context(DISCOVERY, properties.ssl());
        return at(DISCOVERY, () -> McpDiscoverySettings.defaults()
                .withTimeout(properties.timeout())
                .withTotalTimeout(properties.totalTimeout())
                .withTrustedOrigins(properties.trustedOrigins())
                .withSslContext(context));
    }

    McpPlanSettings plans(RegistryProperties registry, DiscoveryProperties discovery) {
        return McpPlanSettings.defaults()
                .withPreferRemotes(registry.preferRemotes())
                .withProcesses(registry.processes())
                .withPackageTypes(registry.packageTypes())
                .withRuntimes(registry.runtimes())
                .withRuntimeArguments(registry.runtimeArguments())
                .withVariables(registry.variables())
                .withPackageRegistries(registry.packageRegistries())
                .withTrustedOrigins(discovery.trustedOrigins())
                .withJoinedArguments(registry.joinedArguments())
                .withLeadingDashes(registry.leadingDashes());
    }

    /** The first registry has the name of its host in messages and consents. */
    McpRegistrySettings registries(RegistryProperties properties) {
        List<McpRegistrySource> sources = new ArrayList<>();
        URI first = required(REGISTRY, properties.url());
        sources.add(source(REGISTRY, String.valueOf(first.getHost()), first, properties.headers(), properties.ssl()));
        properties.others().forEach((name, other) -> {
            String prefix = REGISTRY + ".others." + name;
            sources.add(source(prefix, name, required(prefix, other.url()), other.headers(), other.ssl()));
        });
        return at(REGISTRY, () -> McpRegistrySettings.of(sources.toArray(McpRegistrySource[]::new))
                .withTimeout(properties.timeout())
                .withMaxEntries(properties.maxEntries()));
    }

    private McpRegistrySource source(String prefix, String name, URI url, Map<String, String> headers, Ssl ssl) {
        @Nullable SSLContext context = context(prefix, ssl);
        return at(
                prefix,
                () -> McpRegistrySource.of(name, url).withHeaders(headers).withSslContext(context));
    }

    private @Nullable SSLContext context(String prefix, Ssl ssl) {
        String bundle = ssl.bundle();
        if (!StringUtils.hasText(bundle)) {
            return null;
        }
        try {
            if (this.bundles != null) {
                return this.bundles.getBundle(bundle).createSslContext();
            }
        } catch (NoSuchSslBundleException ex) {
            // the same as without bundles
        } catch (RuntimeException ex) {
            throw invalid(
                    prefix + ".ssl.bundle",
                    "names the SSL bundle \"" + bundle + "\", which cannot be loaded: " + SslContexts.reason(ex),
                    SslContexts.REMEDY);
        }
        throw invalid(
                prefix + ".ssl.bundle",
                "is \"" + bundle + "\", and there is no SSL bundle of this name",
                "Define it under spring.ssl.bundle.");
    }

    private static URI required(String prefix, @Nullable URI url) {
        if (url == null || url.getHost() == null) {
            throw invalid(prefix + ".url", "is not the URL of a registry", "Set its base URL.");
        }
        return url;
    }

    private static <T> T at(String prefix, Supplier<T> settings) {
        try {
            return settings.get();
        } catch (McpConfigurationException ex) {
            boolean isKey = ex.property().matches("[a-zA-Z]+");
            String key = isKey ? "." + DataObjectPropertyName.toDashedForm(ex.property()) : "";
            throw ex.at(ToolsMapper.ALL_SERVERS, prefix + key);
        }
    }

    private static McpConfigurationException invalid(String property, String problem, String remedy) {
        return new McpConfigurationException(ToolsMapper.ALL_SERVERS, property, problem, remedy);
    }
}
