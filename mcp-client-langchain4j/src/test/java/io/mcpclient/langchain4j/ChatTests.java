package io.mcpclient.langchain4j;

import io.mcpclient.testkit.ChatApplication;
import io.mcpclient.testkit.ChatContract;
import io.mcpclient.testkit.FakeModel;

/** Chats of an application with an AI service of LangChain4j and a model behind HTTP. */
class ChatTests extends ChatContract {

    @Override
    protected ChatApplication start(FakeModel model, String... properties) {
        return LangChain4jChat.start(model, properties);
    }
}
