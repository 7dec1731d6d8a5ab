package io.mcpclient.autoconfigure.session;

import java.nio.file.Path;

import org.junit.jupiter.api.io.TempDir;

/** With servers that are child processes: in every build. */
class StoreOutageTests extends StoreOutageContract {

    @TempDir
    private Path directory;

    @Override
    protected StoppableServer redis() {
        return EmbeddedRedis.start();
    }

    @Override
    protected StoppableServer postgres() {
        return new RestartablePostgres(this.directory.resolve("postgres"));
    }
}
