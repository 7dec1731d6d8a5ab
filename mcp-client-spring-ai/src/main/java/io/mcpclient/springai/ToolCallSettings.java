package io.mcpclient.springai;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.util.PatternMatchUtils;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.schema.McpMetaKeys;

/**
 * Settings of all callbacks of a provider.
 *
 * @param returnDirect patterns of the names of tools whose result goes to the caller of the prompt
 * @param toolContextKeys keys of the tool context that are sent to servers
 * @param principal principal of calls whose tool context has none, {@code null} if the resolver of the client decides
 */
record ToolCallSettings(
        List<String> returnDirect,
        List<String> toolContextKeys,
        @Nullable McpPrincipal principal) {

    static final ToolCallSettings NONE = new ToolCallSettings(List.of(), List.of(), null);

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
        return new ToolCallSettings(patterns, this.toolContextKeys, this.principal);
    }

    ToolCallSettings withToolContextKeys(List<String> keys) {
        return new ToolCallSettings(this.returnDirect, keys, this.principal);
    }

    ToolCallSettings withPrincipal(McpPrincipal callPrincipal) {
        return new ToolCallSettings(this.returnDirect, this.toolContextKeys, callPrincipal);
    }

    boolean isReturnDirect(String name) {
        return this.returnDirect.stream().anyMatch(pattern -> PatternMatchUtils.simpleMatch(pattern, name));
    }
}
