package io.mcpclient.autoconfigure.store;

import java.sql.DatabaseMetaData;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementSetter;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

import io.mcpclient.store.McpStore;
import io.mcpclient.store.McpStoredValue;
import io.mcpclient.support.Loggers;

/**
 * Store in a database table, with one row per key. Operations block for as long as the connection pool and the database take.
 * Thread-safe; may be shared by any number of instances of an application.
 *
 * <p>Every operation is one statement in its own transaction, or two if a value is new, so it neither participates in
 * transactions of the application nor depends on the commit mode of its connections. Comparisons are made by the database, in
 * the condition of the statement. If two instances insert the first value of a key, the primary key resolves the conflict.
 *
 * <p>The clock of the database (PostgreSQL, H2, MySQL, MariaDB) decides whether a value has expired, otherwise the clock of
 * the application. Expired rows are reused for the next value of their key, and removed about once an hour.
 *
 * <p>The table must exist, as in {@code schema-postgresql.sql}, {@code schema-mysql.sql}, {@code schema-mariadb.sql} and
 * {@code schema-h2.sql} beside the subclasses. Values go to the driver without passing the logs of Spring; a driver that logs
 * its statements does log them.
 */
public abstract class JdbcMcpStore implements McpStore {

    private static final Pattern TABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*(\\.[A-Za-z_][A-Za-z0-9_$]*){0,2}");

    private static final Logger logger = Loggers.STORE;

    private static final Duration CLEANING = Duration.ofHours(1);

    /** Timeout that only frees the connection; the caller has long fallen back to memory by then. */
    private static final int TIMEOUT_SECONDS = 5;

    private static final List<Class<? extends RuntimeException>> HARMLESS = List.of(
            DataAccessResourceFailureException.class,
            TransientDataAccessException.class,
            RecoverableDataAccessException.class,
            InvalidDataAccessResourceUsageException.class,
            TransactionException.class);

    private final DataSource dataSource;

    private final String table;

    private final String keyColumn;

    private final String textColumn;

    private final JdbcOperations jdbc;

    private final TransactionTemplate transaction;

    private final AtomicLong cleanedAtNanos = new AtomicLong(System.nanoTime() - CLEANING.toNanos());

    private volatile @Nullable DatabaseClock clock;

    /**
     * Creates a store. Does not connect.
     * @param dataSource source of connections
     * @param table name of the table, optionally qualified with its schema: letters, digits, {@code _} and {@code $}
     * @param subject prefix of the names of the key and text columns, such as {@code SESSION}
     * @throws IllegalArgumentException if it is not a valid table name
     */
    protected JdbcMcpStore(DataSource dataSource, String table, String subject) {
        if (!isTable(table)) {
            throw new IllegalArgumentException("invalid table name: " + table);
        }
        this.dataSource = dataSource;
        this.table = table;
        this.keyColumn = subject + "_KEY";
        this.textColumn = subject + "_TEXT";
        this.jdbc = new JdbcTemplate(dataSource);
        this.transaction = new TransactionTemplate(new JdbcTransactionManager(dataSource));
        this.transaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        this.transaction.setTimeout(TIMEOUT_SECONDS);
    }

    /**
     * Returns whether a text is a valid table name.
     * @param name any text
     * @return whether it is a valid table name, optionally qualified with a schema
     */
    public static boolean isTable(String name) {
        return TABLE.matcher(name).matches();
    }

    @Override
    public @Nullable McpStoredValue load(String key) {
        List<McpStoredValue> rows = guarded(now -> this.jdbc.query(
                "SELECT VERSION_NUMBER, " + this.textColumn + " FROM " + this.table + " WHERE " + this.keyColumn
                        + " = ? AND EXPIRES_AT > " + now,
                statement -> statement.setString(1, key),
                (row, number) -> new McpStoredValue(row.getLong(1), row.getString(2))));
        return rows.isEmpty() ? null : rows.get(0);
    }

    @Override
    public boolean replace(String key, long expectedVersion, McpStoredValue value, Duration timeToLive) {
        clean();
        return update(key, expectedVersion, value, timeToLive)
                || (expectedVersion == 0 && insert(key, value, timeToLive));
    }

    private boolean update(String key, long expectedVersion, McpStoredValue value, Duration timeToLive) {
        String condition = (expectedVersion != 0) ? "VERSION_NUMBER = ? AND EXPIRES_AT > " : "EXPIRES_AT <= ";
        return changes(
                now -> "UPDATE " + this.table + " SET VERSION_NUMBER = ?, " + this.textColumn + " = ?, EXPIRES_AT = "
                        + now + " + ? WHERE " + this.keyColumn + " = ? AND " + condition + now,
                statement -> {
                    statement.setLong(1, value.version());
                    statement.setString(2, value.text());
                    statement.setLong(3, millis(timeToLive));
                    statement.setString(4, key);
                    if (expectedVersion != 0) {
                        statement.setLong(5, expectedVersion);
                    }
                });
    }

    private boolean insert(String key, McpStoredValue value, Duration timeToLive) {
        try {
            return changes(
                    now -> "INSERT INTO " + this.table + " (" + this.keyColumn + ", VERSION_NUMBER, " + this.textColumn
                            + ", EXPIRES_AT) VALUES (?, ?, ?, " + now + " + ?)",
                    statement -> {
                        statement.setString(1, key);
                        statement.setLong(2, value.version());
                        statement.setString(3, value.text());
                        statement.setLong(4, millis(timeToLive));
                    });
        } catch (DuplicateKeyException ex) {
            return false; // another instance was faster, or the row existed before
        }
    }

    private static long millis(Duration timeToLive) {
        return Math.max(1, timeToLive.toMillis());
    }

    @Override
    public boolean remove(String key, long expectedVersion) {
        return changes(
                now -> "DELETE FROM " + this.table + " WHERE " + this.keyColumn
                        + " = ? AND VERSION_NUMBER = ? AND EXPIRES_AT > " + now,
                statement -> {
                    statement.setString(1, key);
                    statement.setLong(2, expectedVersion);
                });
    }

    /** Removes expired rows at most once an hour, and never fails: the table works with old rows as well. */
    private void clean() {
        long last = this.cleanedAtNanos.get();
        long nanos = System.nanoTime();
        if (nanos - last < CLEANING.toNanos() || !this.cleanedAtNanos.compareAndSet(last, nanos)) {
            return;
        }
        try {
            changes(now -> "DELETE FROM " + this.table + " WHERE EXPIRES_AT <= " + now, statement -> {});
        } catch (RuntimeException ex) {
            logger.debug("Expired entries were not removed from {}: {}", this.table, ex.getMessage());
        }
    }

    /** Sets values directly on the statement because Spring would log the values that are passed to it. */
    private boolean changes(UnaryOperator<String> statement, PreparedStatementSetter values) {
        return guarded(now -> this.jdbc.update(statement.apply(now), values)) > 0;
    }

    private <T> T guarded(Function<String, T> work) {
        try {
            String now = now(); // before the transaction: the first call opens its own connection
            return this.transaction.execute(status -> work.apply(now));
        } catch (DuplicateKeyException ex) {
            throw new DuplicateKeyException("the key exists"); // without the row that some databases quote
        } catch (RuntimeException ex) {
            throw StoreRefusalException.unless(HARMLESS, ex);
        }
    }

    private String now() {
        DatabaseClock known = this.clock;
        if (known == null) {
            known = DatabaseClock.of(product());
            this.clock = known;
        }
        return known.now();
    }

    private String product() {
        try {
            return JdbcUtils.extractDatabaseMetaData(this.dataSource, DatabaseMetaData::getDatabaseProductName);
        } catch (MetaDataAccessException ex) {
            throw new DataAccessResourceFailureException("no connection", ex);
        }
    }
}
