package io.mcpclient.langchain4j;

import io.mcpclient.testkit.ChatApplication;
import io.mcpclient.testkit.FakeModel;
import io.mcpclient.testkit.RealServerChatContract;

/** Chats with reference servers that are killed. */
class RealServerChatTests extends RealServerChatContract {

    @Override
    protected ChatApplication start(FakeModel model, String... properties) {
        return LangChain4jChat.start(model, properties);
    }
}
