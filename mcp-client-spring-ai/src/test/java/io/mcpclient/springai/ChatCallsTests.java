package io.mcpclient.springai;

import io.mcpclient.testkit.ChatApplication;
import io.mcpclient.testkit.ChatCallsContract;
import io.mcpclient.testkit.FakeModel;

/** Calls that Spring AI's {@code ChatClient} makes for a model behind HTTP. */
class ChatCallsTests extends ChatCallsContract {

    @Override
    protected ChatApplication start(FakeModel model, String... properties) {
        return SpringAiChat.start(model, properties);
    }
}
