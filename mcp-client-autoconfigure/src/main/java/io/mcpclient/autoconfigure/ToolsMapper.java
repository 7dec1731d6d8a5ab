package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

import io.mcpclient.autoconfigure.McpProperties.Tools;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.registry.McpToolExposure;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.settings.McpToolSettings;

/** Maps {@code mcp.tools} to the settings of the registry. */
final class ToolsMapper {

    /** Placeholder for the server name in error messages that concern all servers. */
    static final String ALL_SERVERS = "*";

    McpToolNaming map(Tools tools) {
        McpToolNaming defaults = McpToolNaming.defaults();
        // One setting at a time, so that an error message names the invalid one.
        check(
                "mcp.tools.separator",
                () -> new McpToolNaming(tools.getNaming(), tools.getSeparator(), defaults.maxLength()));
        check(
                "mcp.tools.max-name-length",
                () -> new McpToolNaming(tools.getNaming(), defaults.separator(), tools.getMaxNameLength()));
        return new McpToolNaming(tools.getNaming(), tools.getSeparator(), tools.getMaxNameLength());
    }

    /** Returns the debounce interval of list change notifications. */
    Duration refreshDebounce(Tools tools) {
        Duration debounce = tools.getRefreshDebounce();
        boolean usable = !debounce.isNegative()
                && debounce.compareTo(Duration.ofMillis(1)) >= 0
                && debounce.compareTo(Duration.ofMinutes(1)) <= 0;
        if (!usable) {
            throw new McpConfigurationException(
                    ALL_SERVERS,
                    "mcp.tools.refresh-debounce",
                    "is " + debounce,
                    "Use a duration from 1ms to 1m, for example 200ms.");
        }
        return debounce;
    }

    /** Returns which tools the registry has, by the names of each server. */
    McpToolExposure exposure(McpProperties properties) {
        McpToolExposure exposure = McpToolExposure.all();
        ServerSettingsMapper servers = new ServerSettingsMapper(properties.getDefaults());
        for (Map.Entry<String, McpProperties.Server> entry :
                properties.getServers().entrySet()) {
            if (!servers.isEnabled(entry.getKey(), entry.getValue())) {
                continue;
            }
            Layer layer = new Layer(entry.getKey(), entry.getValue(), properties.getDefaults());
            exposure = exposure.server(
                    entry.getKey(),
                    patterns(
                            layer,
                            "tools.include",
                            settings -> settings.getTools().getInclude(),
                            List.of("*")),
                    patterns(
                            layer,
                            "tools.exclude",
                            settings -> settings.getTools().getExclude(),
                            List.of()));
        }
        return exposure;
    }

    private static List<String> patterns(
            Layer layer,
            String property,
            Function<McpProperties.ServerDefaults, @Nullable List<String>> value,
            List<String> otherwise) {
        return layer.<List<String>>get(property, value, otherwise)
                .check(
                        patterns -> patterns.stream().allMatch(StringUtils::hasText),
                        "has an empty pattern",
                        "Remove it, or name tools, for example get_*.")
                .value();
    }

    /** Returns the settings for approval, which servers may override. */
    McpToolSettings approval(Tools tools) {
        try {
            return McpToolSettings.defaults()
                    .withApproval(tools.getApproval())
                    .withApprovalTimeout(tools.getApprovalTimeout());
        } catch (McpConfigurationException ex) {
            throw ex.at(ALL_SERVERS, "mcp." + ex.property());
        }
    }

    private static void check(String property, Runnable creation) {
        try {
            creation.run();
        } catch (IllegalArgumentException ex) {
            throw new McpConfigurationException(
                    ALL_SERVERS, property, "is invalid: " + ex.getMessage(), "Correct it, or remove it.");
        }
    }
}
