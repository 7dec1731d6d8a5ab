package io.mcpclient.langchain4j;

import io.mcpclient.testkit.ChatApplication;
import io.mcpclient.testkit.FakeModel;
import io.mcpclient.testkit.ModelTextContract;

/** The text that the model reads of results. */
class ModelTextTests extends ModelTextContract {

    @Override
    protected ChatApplication start(FakeModel model, String... properties) {
        return LangChain4jChat.start(model, properties);
    }
}
