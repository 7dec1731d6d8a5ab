package io.mcpclient.autoconfigure.token;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

import io.mcpclient.autoconfigure.session.EmbeddedRedis;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EmbeddedRedisTokenStoreTests extends RedisTokenStoreContract {

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
