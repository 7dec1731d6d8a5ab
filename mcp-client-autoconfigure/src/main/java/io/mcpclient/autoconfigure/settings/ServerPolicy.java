package io.mcpclient.autoconfigure.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.settings.McpProcessSettings;
import io.mcpclient.spring.McpServerPolicy;
import io.mcpclient.spring.McpServerPolicy.Target;
import io.mcpclient.text.SafeText;

/** The policy of the application for servers: patterns of {@code mcp.policy}, of which denials override the others, then beans. */
public final class ServerPolicy {

    private static final String ALLOWED = "mcp.policy.allowed-servers";

    private static final String DENIED = "mcp.policy.denied-servers";

    private final List<ServerPattern> allowed;

    private final List<ServerPattern> denied;

    private final Supplier<List<McpServerPolicy>> beans;

    /**
     * Creates the policy.
     * @param properties {@code mcp.policy}
     * @param beans returns the beans of type {@link McpServerPolicy}
     * @throws McpConfigurationException if something is not a pattern
     */
    public ServerPolicy(McpProperties.Policy properties, Supplier<List<McpServerPolicy>> beans) {
        this.allowed = patterns(ALLOWED, properties.allowedServers(), false);
        this.denied = patterns(DENIED, properties.deniedServers(), true);
        this.beans = beans;
    }

    private static List<ServerPattern> patterns(String property, List<String> texts, boolean denies) {
        List<ServerPattern> patterns = new ArrayList<>();
        for (String text : texts) {
            try {
                patterns.add(ServerPattern.of(text.trim(), denies));
            } catch (IllegalArgumentException ex) {
                throw new McpConfigurationException(
                        ToolsMapper.ALL_SERVERS,
                        property + "[" + patterns.size() + "]",
                        "is \"" + SafeText.excerpt(text) + "\": " + ex.getMessage(),
                        "Write a pattern such as https://*.example.com/mcp, command:npx or registry:com.example/*.");
            }
        }
        return patterns;
    }

    /**
     * Checks a server.
     * @param settings settings of the server
     * @throws McpConfigurationException if it is refused
     */
    public void check(ServerSettings settings) {
        Target target = settings.isAwaited() ? null : target(settings);
        if (target == null) {
            return; // checked when its endpoint is known
        }
        String byPatterns = byPatterns(target);
        String refusal = byPatterns;
        for (McpServerPolicy policy : this.beans.get()) {
            refusal = policy.refusal(target, refusal);
        }
        if (refusal == null) {
            return;
        }
        throw refusal.equals(byPatterns)
                ? refused(
                        settings,
                        "is refused: " + refusal,
                        "Use another server, or " + (refusal.contains(DENIED) ? "remove the" : "add a") + " pattern.")
                : refused(
                        settings,
                        "is refused by the policy of the application: " + SafeText.excerpt(refusal),
                        "Use another server, or change the bean of type McpServerPolicy.");
    }

    private @Nullable String byPatterns(Target target) {
        for (ServerPattern pattern : this.denied) {
            if (pattern.matches(target)) {
                return "it matches \"" + SafeText.excerpt(pattern.text()) + "\" in " + DENIED;
            }
        }
        boolean isAllowed =
                this.allowed.isEmpty() || this.allowed.stream().anyMatch(pattern -> pattern.matches(target));
        return isAllowed ? null : "no pattern in " + ALLOWED + " matches it";
    }

    private static McpConfigurationException refused(ServerSettings settings, String problem, String remedy) {
        return new McpConfigurationException(
                settings.name(), "mcp.servers." + settings.name() + "." + settings.endpointKey(), problem, remedy);
    }

    private static URI ofSocket(Path socket) {
        try {
            return new URI("unix", null, socket.normalize().toString(), null);
        } catch (URISyntaxException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static @Nullable Target target(ServerSettings settings) {
        FoundServer found = settings.found();
        String entry = (found != null) ? found.registryEntry() : null;
        if (settings.client().endpoint() instanceof McpProcessSettings process) {
            return new Target(
                    settings.name(),
                    null,
                    process.command(),
                    process.args(),
                    Set.copyOf(process.env().keySet()),
                    entry);
        }
        McpHttpSettings http = settings.http();
        URI url = (http == null) ? null : (http.socket() != null) ? ofSocket(http.socket()) : http.url();
        ServiceUrl service = settings.service();
        if (service != null) {
            url = URI.create(
                    "lb://" + service.serviceId() + String.valueOf(service.url().getRawPath()));
        }
        return (url != null) ? new Target(settings.name(), url, null, List.of(), Set.of(), entry) : null;
    }
}
