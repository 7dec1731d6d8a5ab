package io.mcpclient.apps;

import java.util.List;
import java.util.Map;

import io.mcpclient.extension.McpExtension;
import io.mcpclient.extension.McpExtensionContext;
import io.mcpclient.extension.McpExtensionMethod;
import io.mcpclient.schema.McpExtensions;

/**
 * The extension {@code io.modelcontextprotocol/ui}, with its settings, for {@link io.mcpclient.McpClientBuilder#extension}. Enable it only
 * if the application can show views: servers learn it. Immutable; one instance may serve several clients.
 */
public final class McpAppsExtension implements McpExtension<McpApps, ReactiveMcpApps> {

    static final String MIME_TYPE = "text/html;profile=mcp-app";

    private final McpAppSettings settings;

    private McpAppsExtension(McpAppSettings settings) {
        this.settings = settings;
    }

    /**
     * Returns the extension.
     * @param settings limits and policies
     * @return the extension
     */
    public static McpAppsExtension of(McpAppSettings settings) {
        return new McpAppsExtension(settings);
    }

    @Override
    public String identifier() {
        return McpExtensions.UI;
    }

    @Override
    public Class<McpApps> type() {
        return McpApps.class;
    }

    @Override
    public Class<ReactiveMcpApps> reactiveType() {
        return ReactiveMcpApps.class;
    }

    /** The extension has no methods of its own: it uses tools and resources. */
    @Override
    public List<McpExtensionMethod> methods() {
        return List.of();
    }

    @Override
    public Map<String, Object> settings() {
        return Map.of("mimeTypes", List.of(MIME_TYPE));
    }

    @Override
    public ReactiveMcpApps create(McpExtensionContext context) {
        return new DefaultReactiveMcpApps(context, this.settings);
    }

    @Override
    public McpApps blocking(ReactiveMcpApps reactive, McpExtensionContext context) {
        return new DefaultMcpApps(reactive, context);
    }
}
