package io.mcpclient.langchain4j;

import io.mcpclient.testkit.ChatApplication;
import io.mcpclient.testkit.ChatCallsContract;
import io.mcpclient.testkit.FakeModel;

/** Calls that LangChain4j's {@code AiServices} make for a model behind HTTP. */
class ChatCallsTests extends ChatCallsContract {

    @Override
    protected ChatApplication start(FakeModel model, String... properties) {
        return LangChain4jChat.start(model, properties);
    }
}
