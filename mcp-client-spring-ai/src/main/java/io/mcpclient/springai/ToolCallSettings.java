package io.mcpclient.springai;

import java.util.List;

import org.springframework.util.PatternMatchUtils;

import io.mcpclient.schema.McpMetaKeys;

/**
 * Settings of all callbacks of a provider.
 *
 * @param returnDirect patterns of the names of tools whose result goes to the caller of the prompt
 * @param toolContextKeys keys of the tool context that are sent to servers
 */
record ToolCallSettings(List<String> returnDirect, List<String> toolContextKeys) {

    static final ToolCallSettings NONE = new ToolCallSettings(List.of(), List.of());

    ToolCallSettings {
        returnDirect = List.copyOf(returnDirect);
        toolContextKeys = List.copyOf(toolContextKeys);
        toolContextKeys.forEach(ToolCallSettings::requireSendable);
    }

    private static void requireSendable(String key) {
        if (McpToolContext.isReserved(key)) {
            throw new IllegalArgumentException(
                    "the key \"" + key + "\" of the tool context is for the client and never sent: use another key");
        }
        if (!McpMetaKeys.isValid(key) || McpMetaKeys.isReserved(key) || key.equals(McpMetaKeys.PROGRESS_TOKEN)) {
            throw new IllegalArgumentException("the key \"" + key
                    + "\" of the tool context cannot be sent in _meta, because it is malformed or reserved for the protocol:"
                    + " use your own prefix, for example com.example/tenant");
        }
    }

    ToolCallSettings withReturnDirect(List<String> patterns) {
        return new ToolCallSettings(patterns, this.toolContextKeys);
    }

    ToolCallSettings withToolContextKeys(List<String> keys) {
        return new ToolCallSettings(this.returnDirect, keys);
    }

    boolean isReturnDirect(String name) {
        return this.returnDirect.stream().anyMatch(pattern -> PatternMatchUtils.simpleMatch(pattern, name));
    }
}
