package io.mcpclient.springai;

import io.mcpclient.testkit.ChatApplication;
import io.mcpclient.testkit.ChatContract;
import io.mcpclient.testkit.FakeModel;

/** Chats of an application with Spring AI's {@code ChatClient} and a model behind HTTP. */
class ChatTests extends ChatContract {

    @Override
    protected ChatApplication start(FakeModel model, String... properties) {
        return SpringAiChat.start(model, properties);
    }
}
