package io.mcpclient.springai;

import io.mcpclient.testkit.ChatApplication;
import io.mcpclient.testkit.FakeModel;
import io.mcpclient.testkit.ModelTextContract;

/** The text that the model reads of results. */
class ModelTextTests extends ModelTextContract {

    @Override
    protected ChatApplication start(FakeModel model, String... properties) {
        return SpringAiChat.start(model, properties);
    }
}
