package io.mcpclient.settings;

import io.mcpclient.error.McpConfigurationException;

/**
 * Limits on the lists of a server: tools, prompts, resources, resource templates, tasks. A list that exceeds one of the first three ends
 * there and is reported as {@linkplain io.mcpclient.status.McpListReport#incomplete() incomplete}; a definition that exceeds one of the others
 * is omitted from its list and reported like a malformed one. Sizes are in bytes of JSON. Immutable.
 *
 * @param maxPages maximum number of pages of a list, at least 1
 * @param maxItems maximum number of items of a list, across all pages, at least 1
 * @param maxSize maximum total size of all items of a list, at least 1024
 * @param maxDefinitionSize maximum size of the definition of one tool, prompt, resource or resource template, at least 1024
 * @param maxToolsSize maximum total size of the server's tool definitions, at least 1024
 * @see "faults F09, I25"
 */
public record McpListSettings(int maxPages, int maxItems, int maxSize, int maxDefinitionSize, int maxToolsSize) {

    private static final McpListSettings DEFAULTS =
            new McpListSettings(1000, 10_000, 32 * 1024 * 1024, 256 * 1024, 1024 * 1024);

    /**
     * Checks the values.
     * @throws McpConfigurationException if one is out of its range; it names the property
     */
    public McpListSettings {
        SettingChecks.atLeast("max-pages", maxPages, 1);
        SettingChecks.atLeast("max-list-items", maxItems, 1);
        SettingChecks.size("max-list-size", maxSize);
        SettingChecks.size("max-definition-size", maxDefinitionSize);
        SettingChecks.size("max-tools-size", maxToolsSize);
    }

    /**
     * Returns the defaults: 1000 pages, 10,000 items, 32 MiB per list, 256 KiB per definition, 1 MiB of tool definitions.
     * @return the settings
     */
    public static McpListSettings defaults() {
        return DEFAULTS;
    }

    /**
     * Returns a copy with the given value.
     * @param maxPages maximum number of pages of a list, at least 1
     * @return the copy
     */
    public McpListSettings withMaxPages(int maxPages) {
        return new McpListSettings(maxPages, this.maxItems, this.maxSize, this.maxDefinitionSize, this.maxToolsSize);
    }

    /**
     * Returns a copy with the given value.
     * @param maxItems maximum number of items of a list, across all pages, at least 1
     * @return the copy
     */
    public McpListSettings withMaxItems(int maxItems) {
        return new McpListSettings(this.maxPages, maxItems, this.maxSize, this.maxDefinitionSize, this.maxToolsSize);
    }

    /**
     * Returns a copy with the given value.
     * @param maxSize maximum total size of all items of a list, at least 1024
     * @return the copy
     */
    public McpListSettings withMaxSize(int maxSize) {
        return new McpListSettings(this.maxPages, this.maxItems, maxSize, this.maxDefinitionSize, this.maxToolsSize);
    }

    /**
     * Returns a copy with the given value.
     * @param maxDefinitionSize maximum size of the definition of one tool, prompt, resource or resource template, at least 1024
     * @return the copy
     */
    public McpListSettings withMaxDefinitionSize(int maxDefinitionSize) {
        return new McpListSettings(this.maxPages, this.maxItems, this.maxSize, maxDefinitionSize, this.maxToolsSize);
    }

    /**
     * Returns a copy with the given value.
     * @param maxToolsSize maximum total size of the server's tool definitions, at least 1024
     * @return the copy
     */
    public McpListSettings withMaxToolsSize(int maxToolsSize) {
        return new McpListSettings(this.maxPages, this.maxItems, this.maxSize, this.maxDefinitionSize, maxToolsSize);
    }
}
