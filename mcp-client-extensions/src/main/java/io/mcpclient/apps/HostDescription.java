package io.mcpclient.apps;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What a view learns of its host: what the host can do for it, and where it is shown. What the host does not do is absent.
 *
 * @see "MCP Apps 2026-01-26, host capabilities and context (APP-22, APP-24)"
 */
final class HostDescription {

    private static final String INLINE = "inline";

    private static final Map<String, Object> YES = Map.of();

    /** No screen has more pixels. */
    private static final double MAX_DIMENSION = 100_000;

    private HostDescription() {}

    static Map<String, Object> capabilities(McpAppHost host, McpAppSettings settings) {
        Map<String, Object> capabilities = new LinkedHashMap<>();
        capabilities.put("serverTools", YES);
        if (settings.resources() != McpAppResources.NONE) {
            capabilities.put("serverResources", YES);
        }
        put(capabilities, "openLinks", host.openLink(), YES);
        put(capabilities, "logging", host.log(), YES);
        put(capabilities, "message", host.message(), Map.of("text", YES));
        put(capabilities, "updateModelContext", host.modelContext(), Map.of("text", YES, "structuredContent", YES));
        put(capabilities, "downloadFile", host.download(), YES);
        return capabilities;
    }

    private static void put(
            Map<String, Object> capabilities, String name, @Nullable Object action, Map<String, Object> value) {
        if (action != null) {
            capabilities.put(name, value);
        }
    }

    /** The context at the beginning. */
    static Map<String, Object> context(McpAppHost host, McpAppView view) {
        Map<String, Object> context = new LinkedHashMap<>();
        context.put("toolInfo", Map.of("tool", view.tool()));
        context.put("displayMode", INLINE);
        context.put("availableDisplayModes", modes(host));
        context.putAll(host.context());
        return context;
    }

    static List<String> modes(McpAppHost host) {
        List<String> modes = new ArrayList<>(List.of(INLINE));
        host.displayModes().stream()
                .filter(mode -> !mode.equals(INLINE))
                .sorted()
                .forEach(modes::add);
        return modes;
    }

    /**
     * Returns the size that a view may take (APP-32).
     * @param value what the view has sent
     * @param container dimensions of the container
     * @param name {@code width} or {@code height}
     * @return the size, {@code null} if it is no size, or fixed by the container
     */
    static @Nullable Double dimension(@Nullable Object value, @Nullable Object container, String name) {
        Map<?, ?> limits = (container instanceof Map<?, ?> map) ? map : Map.of();
        if (!(value instanceof Number number) || limits.get(name) != null) {
            return null;
        }
        double wanted = number.doubleValue();
        if (!Double.isFinite(wanted) || wanted < 0) {
            return null;
        }
        String max = "max" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
        double limit = (limits.get(max) instanceof Number most) ? most.doubleValue() : MAX_DIMENSION;
        return Math.min(wanted, limit);
    }
}
