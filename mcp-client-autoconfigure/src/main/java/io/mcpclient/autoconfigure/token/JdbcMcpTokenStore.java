package io.mcpclient.autoconfigure.token;

import javax.sql.DataSource;

import io.mcpclient.auth.McpTokenStore;
import io.mcpclient.autoconfigure.store.JdbcMcpStore;

/** Token store in a database table. */
public final class JdbcMcpTokenStore extends JdbcMcpStore implements McpTokenStore {

    /** Default name of the table, as in the schema scripts. */
    public static final String DEFAULT_TABLE = "MCP_TOKEN";

    /**
     * Creates a store in the table {@value #DEFAULT_TABLE}. Does not connect.
     * @param dataSource source of connections
     */
    public JdbcMcpTokenStore(DataSource dataSource) {
        this(dataSource, DEFAULT_TABLE);
    }

    /**
     * Creates a store. Does not connect.
     * @param dataSource source of connections
     * @param table name of the table, optionally qualified with its schema: letters, digits, {@code _} and {@code $}
     * @throws IllegalArgumentException if it is not a valid table name
     */
    public JdbcMcpTokenStore(DataSource dataSource, String table) {
        super(dataSource, table, "TOKEN");
    }
}
