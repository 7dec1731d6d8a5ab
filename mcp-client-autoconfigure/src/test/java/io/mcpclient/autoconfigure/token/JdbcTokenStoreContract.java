package io.mcpclient.autoconfigure.token;

import javax.sql.DataSource;

import io.mcpclient.autoconfigure.store.JdbcStoreContract;
import io.mcpclient.store.McpStore;

/** What is expected of the store of tokens in a database. */
abstract class JdbcTokenStoreContract extends JdbcStoreContract {

    @Override
    protected String subject() {
        return "TOKEN";
    }

    @Override
    protected McpStore createStore(DataSource dataSource, String table) {
        return new JdbcMcpTokenStore(dataSource, table);
    }
}
