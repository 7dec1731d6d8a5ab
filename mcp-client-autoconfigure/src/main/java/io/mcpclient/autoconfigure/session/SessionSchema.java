package io.mcpclient.autoconfigure.session;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.sql.init.DatabaseInitializationMode;

import io.mcpclient.autoconfigure.store.StoreSchema;

/** Creates the session table. */
final class SessionSchema {

    private static final StoreSchema SCHEMA = new StoreSchema("session", JdbcMcpSessionStore.DEFAULT_TABLE);

    private SessionSchema() {}

    static void create(
            DataSource dataSource, DatabaseInitializationMode mode, @Nullable String platform, String table) {
        SCHEMA.create(dataSource, mode, platform, table);
    }
}
