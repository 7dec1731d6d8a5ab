package io.mcpclient.langchain4j;

import io.mcpclient.testkit.ChatApplication;
import io.mcpclient.testkit.ChatOutageContract;
import io.mcpclient.testkit.FakeModel;

/** Chats while servers are away and with a model that makes mistakes. */
class ChatOutageTests extends ChatOutageContract {

    @Override
    protected ChatApplication start(FakeModel model, String... properties) {
        return LangChain4jChat.start(model, properties);
    }
}
