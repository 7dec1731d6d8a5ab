package io.mcpclient.langchain4j;

import java.util.Map;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.service.tool.ToolProviderRequest;

import io.mcpclient.testkit.ChatApplication;
import io.mcpclient.testkit.DeclaredToolsChatContract;
import io.mcpclient.testkit.FakeModel;

/** Chats with declared tools. */
class DeclaredToolsChatTests extends DeclaredToolsChatContract {

    @Override
    protected ChatApplication start(FakeModel model, String... properties) {
        return LangChain4jChat.start(model, properties);
    }

    @Override
    protected Map<String, Object> metadata(ChatApplication application, String tool) {
        ToolProviderRequest request = new ToolProviderRequest("chat", UserMessage.from("x"));
        return application.bean(McpRegistryToolProvider.class).provideTools(request).tools().keySet().stream()
                .filter(specification -> specification.name().equals(tool))
                .map(ToolSpecification::metadata)
                .findFirst()
                .orElseThrow();
    }
}
