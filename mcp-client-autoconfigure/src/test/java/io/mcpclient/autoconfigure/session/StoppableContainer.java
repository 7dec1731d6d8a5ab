package io.mcpclient.autoconfigure.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import com.redis.testcontainers.RedisContainer;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * A server in a container. It is the same container that is stopped and started again, and the port is bound to one that was
 * chosen before: one that the engine chose may be another after each start.
 */
final class StoppableContainer implements StoppableServer {

    /** A PostgreSQL that waits for its clients is killed. */
    private static final int SECONDS_TO_STOP = 2;

    private final GenericContainer<?> container;

    private final String url;

    private StoppableContainer(GenericContainer<?> container, String url) {
        this.container = container;
        this.url = url;
    }

    static StoppableContainer redis() {
        RedisContainer redis = new RedisContainer("redis:7");
        startAtOnePort(redis, 6379);
        return new StoppableContainer(redis, redis.getRedisURI());
    }

    static StoppableContainer postgres() {
        PostgreSQLContainer postgres = new PostgreSQLContainer("postgres:15");
        startAtOnePort(postgres, 5432);
        return new StoppableContainer(
                postgres,
                postgres.getJdbcUrl() + "&user=" + postgres.getUsername() + "&password=" + postgres.getPassword());
    }

    private static void startAtOnePort(GenericContainer<?> container, int port) {
        PortBinding binding = new PortBinding(Ports.Binding.bindPort(freePort()), ExposedPort.tcp(port));
        container
                .withCreateContainerCmdModifier(
                        command -> command.getHostConfig().withPortBindings(binding))
                .start();
    }

    /** Returns a port that is free at every address, as containers are published at all of them. */
    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public String url() {
        return this.url;
    }

    @Override
    public void stop() {
        this.container
                .getDockerClient()
                .stopContainerCmd(this.container.getContainerId())
                .withTimeout(SECONDS_TO_STOP)
                .exec();
    }

    @Override
    public void begin() {
        this.container
                .getDockerClient()
                .startContainerCmd(this.container.getContainerId())
                .exec();
    }

    /** Removes the container, stopped or not. */
    @Override
    public void close() {
        this.container.stop();
    }
}
