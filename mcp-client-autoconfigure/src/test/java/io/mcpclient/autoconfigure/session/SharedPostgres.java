package io.mcpclient.autoconfigure.session;

import java.io.IOException;
import java.io.UncheckedIOException;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/** A real PostgreSQL server that all tests of this process share: it takes seconds to start, and ends with the process. */
public final class SharedPostgres {

    private static final EmbeddedPostgres SERVER = start();

    private SharedPostgres() {}

    public static EmbeddedPostgres server() {
        return SERVER;
    }

    private static EmbeddedPostgres start() {
        try {
            return EmbeddedPostgres.builder().setServerConfig("fsync", "off").start();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
