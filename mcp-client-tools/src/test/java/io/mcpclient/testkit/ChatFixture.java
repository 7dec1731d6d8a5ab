package io.mcpclient.testkit;

import org.junit.jupiter.api.AfterEach;

/** A model behind HTTP and a server, for applications with a chat. */
abstract class ChatFixture {

    final FakeModel model = new FakeModel();

    ScriptedLegacyServer server = ScriptedHttpServer.legacy();

    /** Starts an application whose model is the given one. */
    protected abstract ChatApplication start(FakeModel model, String... properties);

    @AfterEach
    void close() {
        this.model.close();
        this.server.close();
    }
}
