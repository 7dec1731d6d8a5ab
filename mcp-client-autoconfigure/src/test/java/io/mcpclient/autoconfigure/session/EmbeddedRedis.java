package io.mcpclient.autoconfigure.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import redis.embedded.RedisServer;

/** A real Redis server, a child process on a port of its own. Its data is lost when it is stopped. */
public final class EmbeddedRedis implements StoppableServer {

    private final int port = freePort();

    private RedisServer server;

    private EmbeddedRedis() {}

    public static EmbeddedRedis start() {
        EmbeddedRedis redis = new EmbeddedRedis();
        redis.begin();
        return redis;
    }

    @Override
    public void begin() {
        try {
            this.server = RedisServer.newRedisServer()
                    .port(this.port)
                    .bind("127.0.0.1")
                    .setting("save \"\"")
                    .setting("appendonly no")
                    .build();
            this.server.start();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public String url() {
        return "redis://127.0.0.1:" + this.port;
    }

    public int port() {
        return this.port;
    }

    /** Returns connections that are the caller's to destroy. */
    LettuceConnectionFactory connect() {
        LettuceConnectionFactory connections =
                new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", this.port));
        connections.afterPropertiesSet();
        connections.start();
        return connections;
    }

    @Override
    public void stop() {
        try {
            this.server.stop();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void close() {
        stop();
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
