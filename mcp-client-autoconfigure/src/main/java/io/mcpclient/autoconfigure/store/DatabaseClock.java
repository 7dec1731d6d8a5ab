package io.mcpclient.autoconfigure.store;

import java.util.Locale;

/**
 * Source of the current time: the database, if it is a known one, so that all instances of an application use the same clock.
 * Otherwise every instance uses its own clock; a difference between them then shortens or lengthens the lifetime of values
 * accordingly.
 *
 * <p>All of them count milliseconds since 1970 in UTC, which needs no special type in any database and is the same in every
 * time zone.
 */
enum DatabaseClock {

    /** PostgreSQL, H2 and databases that identify themselves as such. */
    STANDARD("CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)"),

    /** MySQL and MariaDB. Does not use UNIX_TIMESTAMP, which converts from the time zone and loses an hour once a year. */
    MYSQL("TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(3)) DIV 1000"),

    /** Any other database: the clock of the application. */
    APPLICATION("");

    private final String expression;

    DatabaseClock(String expression) {
        this.expression = expression;
    }

    static DatabaseClock of(String product) {
        return switch (product.toLowerCase(Locale.ROOT)) {
            case "postgresql", "h2" -> STANDARD;
            case "mysql", "mariadb" -> MYSQL;
            default -> APPLICATION;
        };
    }

    /** Returns the expression of the current time for a statement. */
    String now() {
        return (this == APPLICATION) ? String.valueOf(System.currentTimeMillis()) : this.expression;
    }
}
