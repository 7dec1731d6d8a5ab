package io.mcpclient.autoconfigure.session;

import javax.sql.DataSource;

import io.mcpclient.autoconfigure.store.JdbcMcpStore;
import io.mcpclient.store.McpSessionStore;

/** Session store in a database table. */
public final class JdbcMcpSessionStore extends JdbcMcpStore implements McpSessionStore {

    /** Default name of the table, as in the schema scripts. */
    public static final String DEFAULT_TABLE = "MCP_SESSION";

    /**
     * Creates a store in the table {@value #DEFAULT_TABLE}. Does not connect.
     * @param dataSource source of connections
     */
    public JdbcMcpSessionStore(DataSource dataSource) {
        this(dataSource, DEFAULT_TABLE);
    }

    /**
     * Creates a store. Does not connect.
     * @param dataSource source of connections
     * @param table name of the table, optionally qualified with its schema: letters, digits, {@code _} and {@code $}
     * @throws IllegalArgumentException if it is not a valid table name
     */
    public JdbcMcpSessionStore(DataSource dataSource, String table) {
        super(dataSource, table, "SESSION");
    }
}
