package io.mcpclient.autoconfigure.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** A real PostgreSQL server that can be stopped and started again on the same port, with what it had. */
final class RestartablePostgres implements StoppableServer {

    private final Path directory;

    private EmbeddedPostgres server;

    private final int port;

    RestartablePostgres(Path directory) {
        this.directory = directory;
        this.server = start(0);
        this.port = this.server.getPort();
    }

    private EmbeddedPostgres start(int onPort) {
        try {
            return EmbeddedPostgres.builder()
                    .setPort(onPort)
                    .setDataDirectory(this.directory)
                    .setCleanDataDirectory(false)
                    .setServerConfig("fsync", "off")
                    .start();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void begin() {
        this.server = start(this.port);
    }

    @Override
    public String url() {
        return this.server.getJdbcUrl("postgres", "postgres");
    }

    @Override
    public void stop() {
        try {
            this.server.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void close() {
        stop();
    }
}
