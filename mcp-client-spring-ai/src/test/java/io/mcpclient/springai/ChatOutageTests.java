package io.mcpclient.springai;

import io.mcpclient.testkit.ChatApplication;
import io.mcpclient.testkit.ChatOutageContract;
import io.mcpclient.testkit.FakeModel;

/** Chats while servers are away and with a model that makes mistakes. */
class ChatOutageTests extends ChatOutageContract {

    @Override
    protected ChatApplication start(FakeModel model, String... properties) {
        return SpringAiChat.start(model, properties);
    }
}
