package io.mcpclient.springai;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.testkit.ChatApplication;
import io.mcpclient.testkit.DeclaredToolsChatContract;
import io.mcpclient.testkit.FakeModel;

/** Chats with declared tools. */
class DeclaredToolsChatTests extends DeclaredToolsChatContract {

    @Override
    protected ChatApplication start(FakeModel model, String... properties) {
        return SpringAiChat.start(model, properties);
    }

    @Override
    protected Map<String, Object> metadata(ChatApplication application, String tool) {
        McpRegisteredTool registered = Stream.of(
                        application.bean(McpToolCallbackProvider.class).getToolCallbacks())
                .filter(callback -> callback.getToolDefinition().name().equals(tool))
                .map(callback -> ((McpToolCallback) callback).tool().registered())
                .findFirst()
                .orElseThrow();
        Map<String, Object> metadata = new HashMap<>(registered.metadata());
        metadata.put("server", registered.server());
        metadata.put("toolName", registered.tool().name());
        metadata.put("origin", registered.origin().name().toLowerCase(Locale.ROOT));
        metadata.put("readOnlyHint", registered.tool().annotations().isReadOnly());
        metadata.put("_meta", registered.tool().meta());
        return metadata;
    }
}
