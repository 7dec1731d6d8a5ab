package io.mcpclient.autoconfigure.settings;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

import io.mcpclient.autoconfigure.properties.McpProperties.Tools;
import io.mcpclient.autoconfigure.properties.ServerToolProperties;
import io.mcpclient.autoconfigure.properties.ServerToolProperties.ToolOverride;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.model.McpModelSettings;
import io.mcpclient.model.McpResultRules;
import io.mcpclient.registry.McpServerTools;
import io.mcpclient.registry.McpToolDisclosure;
import io.mcpclient.registry.McpToolExposure;
import io.mcpclient.registry.McpToolNaming;
import io.mcpclient.registry.McpToolOverride;
import io.mcpclient.settings.McpToolSettings;

/** Maps {@code mcp.tools} and {@code tools.*} of servers to the settings of the registry. */
public final class ToolsMapper {

    /** Name of the server in errors that concern no single server. */
    public static final String ALL_SERVERS = "";

    /** Policy for approvals of all servers. */
    static final String APPROVAL = "mcp.tools.approval";

    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9_-]+");

    /**
     * Maps how tools are named.
     * @param tools {@code mcp.tools}
     * @return the rules
     * @throws McpConfigurationException if one is not valid
     */
    public McpToolNaming map(Tools tools) {
        McpToolNaming defaults = McpToolNaming.defaults();
        // One setting at a time, so that an error message names the invalid one.
        check("mcp.tools.separator", () -> new McpToolNaming(tools.naming(), tools.separator(), defaults.maxLength()));
        check(
                "mcp.tools.max-name-length",
                () -> new McpToolNaming(tools.naming(), defaults.separator(), tools.maxNameLength()));
        return new McpToolNaming(tools.naming(), tools.separator(), tools.maxNameLength()).withStyle(tools.style());
    }

    /**
     * Returns the debounce interval of list change notifications.
     * @param tools {@code mcp.tools}
     * @return the interval
     * @throws McpConfigurationException if it is not from 1 ms to 1 minute
     */
    public Duration refreshDebounce(Tools tools) {
        Duration debounce = tools.refreshDebounce();
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

    /**
     * Returns how models see the tools of all servers.
     * @param tools {@code mcp.tools}
     * @return the exposure
     * @throws McpConfigurationException if a setting is not valid
     */
    public McpToolExposure exposure(Tools tools) {
        return McpToolExposure.all().models(models(tools)).disclosure(disclosure(tools.search()));
    }

    private static McpToolDisclosure disclosure(Tools.Search search) {
        Integer threshold = search.threshold();
        if (threshold == null) {
            return McpToolDisclosure.off();
        }
        if (threshold < 1) {
            throw new McpConfigurationException(
                    ALL_SERVERS,
                    "mcp.tools.search.threshold",
                    "is " + threshold,
                    "Use a number of tools, for example 50, or remove it.");
        }
        if (search.relevant() < 0 || search.relevant() > threshold) {
            throw new McpConfigurationException(
                    ALL_SERVERS,
                    "mcp.tools.search.relevant",
                    "is " + search.relevant(),
                    "Use a number from 0 to mcp.tools.search.threshold, which is " + threshold + ".");
        }
        return new McpToolDisclosure(threshold, search.relevant());
    }

    private static McpModelSettings models(Tools tools) {
        return McpModelSettings.defaults()
                .withResults(new McpResultRules(
                        tools.results(),
                        tools.media(),
                        length("mcp.tools.max-result-length", ALL_SERVERS, tools.maxResultLength()),
                        tools.overflow()))
                .withSchemas(tools.schemas())
                .withConvertArguments(tools.coerceArguments())
                .withCleanResults(tools.cleanResults())
                .withOpenResources(tools.openResources())
                .withKeepUnavailable(notNegative("mcp.tools.keep-unavailable", tools.keepUnavailable()))
                .withAwaitReady(notNegative("mcp.tools.await-ready", tools.awaitReady()))
                .withParallel(tools.parallel());
    }

    private static @Nullable Integer length(String property, String server, @Nullable Integer length) {
        if (length != null && length < 1) {
            throw new McpConfigurationException(
                    server, property, "is " + length, "Use a number of characters, for example 100000, or remove it.");
        }
        return length;
    }

    private static Duration notNegative(String property, Duration duration) {
        if (duration.isNegative()) {
            throw new McpConfigurationException(
                    ALL_SERVERS, property, "is " + duration, "Use a duration, for example 5s, or 0 to switch it off.");
        }
        return duration;
    }

    /** Returns which tools of a server the registry has, and how models see them. */
    static McpServerTools rules(Layer layer) {
        McpServerTools rules = McpServerTools.all()
                .withInclude(patterns(layer, "tools.include", ServerToolProperties::include, List.of("*")))
                .withExclude(patterns(layer, "tools.exclude", ServerToolProperties::exclude, List.of()));
        Layer.Value<String> prefix = layer.find(
                "tools.prefix",
                settings -> StringUtils.hasText(settings.tools().prefix())
                        ? settings.tools().prefix()
                        : null);
        if (prefix != null) {
            rules = rules.withPrefix(prefix.check(
                            text -> PREFIX.matcher(text).matches(),
                            "has characters that names of tools cannot have",
                            "Use A-Z, a-z, 0-9, _ and -, for example docs.")
                    .value());
        }
        rules = rules.withResults(results(layer));
        Layer.Value<Map<String, ToolOverride>> overrides =
                layer.find("tools.overrides", settings -> settings.tools().overrides());
        if (overrides != null) {
            for (Map.Entry<String, ToolOverride> entry : overrides.value().entrySet()) {
                rules = rules.withOverride(entry.getKey(), override(overrides, entry.getKey(), entry.getValue()));
            }
        }
        return DeclaredToolsMapper.map(layer, rules);
    }

    private static McpResultRules results(Layer layer) {
        Layer.Value<Integer> length = layer.find(
                "tools.max-result-length", settings -> settings.tools().maxResultLength());
        return new McpResultRules(
                value(layer.find("tools.results", settings -> settings.tools().results())),
                value(layer.find("tools.media", settings -> settings.tools().media())),
                (length != null) ? length(length.property(), length.server(), length.value()) : null,
                value(layer.find("tools.overflow", settings -> settings.tools().overflow())));
    }

    private static <T> @Nullable T value(Layer.@Nullable Value<T> value) {
        return (value != null) ? value.value() : null;
    }

    private static McpToolOverride override(
            Layer.Value<Map<String, ToolOverride>> overrides, String tool, ToolOverride change) {
        String property = overrides.property() + "." + tool;
        try {
            return new McpToolOverride(
                    change.enabled(),
                    change.title(),
                    change.description(),
                    change.timeout(),
                    change.returnDirect(),
                    new McpResultRules(
                            change.results(),
                            change.media(),
                            length(property + ".max-result-length", overrides.server(), change.maxResultLength()),
                            change.overflow()),
                    DeclaredToolsMapper.metadata(overrides.server(), property + ".metadata", change.metadata()));
        } catch (IllegalArgumentException ex) {
            throw new McpConfigurationException(
                    overrides.server(),
                    property + ".timeout",
                    "is " + change.timeout(),
                    "Use a positive duration, for example 30s.");
        }
    }

    private static String[] patterns(
            Layer layer,
            String property,
            Function<ServerToolProperties, @Nullable List<String>> value,
            List<String> otherwise) {
        return layer.<List<String>>get(property, settings -> value.apply(settings.tools()), otherwise)
                .check(
                        patterns -> patterns.stream().allMatch(StringUtils::hasText),
                        "has an empty pattern",
                        "Remove it, or name tools, for example get_*.")
                .value()
                .toArray(String[]::new);
    }

    /** Returns the settings for approval, which servers may override. */
    McpToolSettings approval(Tools tools) {
        try {
            return McpToolSettings.defaults()
                    .withApproval(tools.approval())
                    .withApprovalTimeout(tools.approvalTimeout());
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
