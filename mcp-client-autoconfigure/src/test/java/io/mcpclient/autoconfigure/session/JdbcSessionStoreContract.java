package io.mcpclient.autoconfigure.session;

import javax.sql.DataSource;

import io.mcpclient.autoconfigure.store.JdbcStoreContract;
import io.mcpclient.store.McpStore;

/** What is expected of the store of sessions in a database. */
abstract class JdbcSessionStoreContract extends JdbcStoreContract {

    @Override
    protected String subject() {
        return "SESSION";
    }

    @Override
    protected McpStore createStore(DataSource dataSource, String table) {
        return new JdbcMcpSessionStore(dataSource, table);
    }
}
