package io.mcpclient.autoconfigure.diagnostics;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;

import io.mcpclient.autoconfigure.properties.ServerProperties;

/**
 * Finds why there is no client for an injection point; the first match applies.
 *
 * <pre>
 *  qualifier                                    finding
 *  none, no server is configured                the properties
 *  none, all servers are disabled               the property that enables one
 *  unknown, because only the exception has it   all names, and the annotation
 *  not the name of a server                     similar names, and all names
 *  of a disabled server                         the property that disables it, and its origin
 *  name of the bean instead of the server       the annotation
 *  of a server whose bean is the application's  the annotation that this bean lacks
 * </pre>
 *
 * @param servers the configured servers
 * @param isDisabledByDefault whether servers without a property of their own are disabled
 * @param origins origins of properties
 * @param beans has the clients
 */
record MissingClient(
        Map<String, ServerProperties> servers,
        boolean isDisabledByDefault,
        PropertyOrigins origins,
        @Nullable BeanFactory beans) {

    /** Suffixes of bean names that a qualifier may contain instead of the server's name, the longer one first. */
    private static final List<String> SUFFIXES = List.of("ReactiveMcpClient", "McpClient");

    /** Returns the server that a qualifier means. */
    static String server(String qualifier) {
        return SUFFIXES.stream()
                .filter(qualifier::endsWith)
                .findFirst()
                .map(suffix -> qualifier.substring(0, qualifier.length() - suffix.length()))
                .orElse(qualifier);
    }

    @Nullable
    Finding of(@Nullable String qualifier, Class<?> type) {
        return (qualifier != null) ? ofServer(server(qualifier), qualifier, type) : ofAny();
    }

    private @Nullable Finding ofServer(String server, String qualifier, Class<?> type) {
        ServerProperties settings = this.servers.get(server);
        if (settings == null) {
            return Finding.of(
                    McpUnknownServerFailureAnalyzer.REASON,
                    McpUnknownServerFailureAnalyzer.action(server, this.servers.keySet()));
        }
        if (isDisabled(settings)) {
            String ofServer = "mcp.servers." + server + ".enabled";
            String disabling = (settings.enabled() != null) ? ofServer : "mcp.defaults.enabled";
            return new Finding(
                    "    Reason: %s is false%s".formatted(disabling, this.origins.line(disabling)),
                    "Set %s=true, or inject an ObjectProvider<%s> if the application can do without the server."
                            .formatted(ofServer, type.getSimpleName()));
        }
        String annotation = "@McpServer(\"" + server + "\")";
        if (!qualifier.equals(server)) {
            return Finding.of(
                    "\"" + qualifier + "\" is the name of a bean, whose qualifier is the name of the server",
                    "Use " + annotation + " at the injection point.");
        }
        String bean = server + type.getSimpleName();
        return (this.beans != null && this.beans.containsBean(bean))
                ? Finding.of(
                        "the application defines the bean \"" + bean + "\" itself, without the qualifier of the server",
                        "Annotate the definition of that bean with " + annotation + ".")
                : null;
    }

    private Finding ofAny() {
        String names = String.join(", ", this.servers.keySet());
        if (this.servers.isEmpty()) {
            return Finding.of(
                    "no MCP server is configured",
                    "Configure one with mcp.servers.<name>.url, or with mcp.servers.<name>.command.");
        }
        return this.servers.values().stream().allMatch(this::isDisabled)
                ? Finding.of(
                        "all MCP servers are disabled: " + names,
                        "Set mcp.servers.<name>.enabled=true for one of them.")
                : Finding.of(
                        "no client has this qualifier. These MCP servers are configured: " + names,
                        "Name one of them at the injection point, for example @McpServer(\"%s\")."
                                .formatted(this.servers.keySet().iterator().next()));
    }

    private boolean isDisabled(ServerProperties settings) {
        return (settings.enabled() != null) ? !settings.enabled() : this.isDisabledByDefault;
    }
}
