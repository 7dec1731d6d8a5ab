package io.mcpclient.autoconfigure.store;

import java.time.Duration;
import java.util.Locale;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.mcpclient.store.McpStore;
import io.mcpclient.store.McpStoreContract;
import io.mcpclient.store.McpStoredValue;

import static org.assertj.core.api.Assertions.assertThat;

/** The contract of stores, and what beyond that is expected of one in a database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class JdbcStoreContract extends McpStoreContract {

    private static final Duration LONG = Duration.ofHours(1);

    private HikariDataSource dataSource;

    /** Returns the address of the database, with user and password if there are any. */
    protected abstract String url();

    /** Returns what the columns begin with. */
    protected abstract String subject();

    /** One for each kind of store: their columns differ, and the embedded database is one for all tests. */
    private String table() {
        return "contract_rows_" + subject().toLowerCase(Locale.ROOT);
    }

    /** Returns the store under test. */
    protected abstract McpStore createStore(DataSource dataSource, String table);

    private void createTable(DataSource dataSource) {
        new StoreSchema(subject().toLowerCase(Locale.ROOT), "MCP_" + subject())
                .create(dataSource, DatabaseInitializationMode.ALWAYS, null, table());
    }

    @BeforeAll
    void createTable() {
        this.dataSource = pool(true);
        createTable(this.dataSource);
    }

    @AfterAll
    void closePool() {
        this.dataSource.close();
    }

    private HikariDataSource pool(boolean autoCommit) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url());
        config.setMaximumPoolSize(6);
        config.setAutoCommit(autoCommit);
        return new HikariDataSource(config);
    }

    @Override
    protected McpStore createStore() {
        return createStore(this.dataSource, table());
    }

    @Override
    protected McpStore view() {
        return createStore();
    }

    protected DataSource dataSource() {
        return this.dataSource;
    }

    @Test
    void createWhenTheTableIsThereChangesNothing() {
        createStore().replace("created-twice", 0, new McpStoredValue(1, "kept"), LONG);
        createTable(this.dataSource);
        assertThat(createStore().load("created-twice")).isEqualTo(new McpStoredValue(1, "kept"));
    }

    // A pool whose connections do not commit by themselves, as some applications have it.
    @Test
    void replaceWithoutAutoCommitIsVisibleToOthers() {
        try (HikariDataSource pool = pool(false)) {
            assertThat(createStore(pool, table()).replace("no-auto-commit", 0, new McpStoredValue(1, "x"), LONG))
                    .isTrue();
        }
        assertThat(createStore().load("no-auto-commit")).isEqualTo(new McpStoredValue(1, "x"));
    }

    // A refused INSERT must not spoil what the application is about, nor be undone with it.
    @Test
    void replaceDoesNotJoinTheApplicationsTransaction() {
        McpStore store = createStore();
        new TransactionTemplate(new JdbcTransactionManager(this.dataSource)).executeWithoutResult(status -> {
            assertThat(store.replace("in-transaction", 0, new McpStoredValue(1, "x"), LONG))
                    .isTrue();
            assertThat(store.replace("in-transaction", 0, new McpStoredValue(2, "y"), LONG))
                    .isFalse();
            status.setRollbackOnly();
        });
        assertThat(store.load("in-transaction")).isEqualTo(new McpStoredValue(1, "x"));
    }

    @Test
    void firstReplaceRemovesExpiredValues() {
        createStore().replace("over", 0, new McpStoredValue(1, "x"), Duration.ofMillis(1));
        pass(Duration.ofMillis(50));
        createStore().replace("not-over", 0, new McpStoredValue(1, "x"), LONG);
        assertThat(new JdbcTemplate(this.dataSource)
                        .queryForList(
                                "SELECT " + subject() + "_KEY FROM " + table() + " WHERE " + subject()
                                        + "_KEY LIKE '%over'",
                                String.class))
                .containsExactly("not-over");
    }
}
