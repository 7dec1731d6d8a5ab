package io.mcpclient.autoconfigure.token;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.sql.init.DatabaseInitializationMode;

import io.mcpclient.autoconfigure.store.StoreSchema;

/** Creates the token table. */
final class TokenSchema {

    private static final StoreSchema SCHEMA = new StoreSchema("token", JdbcMcpTokenStore.DEFAULT_TABLE);

    private TokenSchema() {}

    static void create(
            DataSource dataSource, DatabaseInitializationMode mode, @Nullable String platform, String table) {
        SCHEMA.create(dataSource, mode, platform, table);
    }
}
