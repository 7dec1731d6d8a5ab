package io.mcpclient.autoconfigure.session;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EmbeddedRedisSessionStoreTests extends RedisSessionStoreContract {

    private final EmbeddedRedis server = EmbeddedRedis.start();

    @AfterAll
    void stop() {
        this.server.close();
    }

    @Override
    protected RedisStandaloneConfiguration address() {
        return new RedisStandaloneConfiguration("127.0.0.1", this.server.port());
    }
}
