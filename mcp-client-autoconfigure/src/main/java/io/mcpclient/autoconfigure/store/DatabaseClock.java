package io.mcpclient.autoconfigure.store;

import java.util.Locale;

/**
 * Where the present time comes from: from the database, if it is one that is known, so that all instances of an
 * application judge by one clock. Elsewhere every instance uses its own; a difference between them then shortens or
 * lengthens the life of values by as much.
 *
 * <p>All of them count milliseconds since 1970 in UTC, which needs no type of its own in any database and is the same in
 * every time zone.
 */
enum DatabaseClock {

    /** PostgreSQL, H2 and those that call themselves so. */
    STANDARD("CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)"),

    /** MySQL and MariaDB. Not by UNIX_TIMESTAMP, which goes through the time zone and loses an hour once a year. */
    MYSQL("TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(3)) DIV 1000"),

    /** Any other: the clock of the application. */
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

    /** Returns the present time as part of a statement. */
    String now() {
        return (this == APPLICATION) ? String.valueOf(System.currentTimeMillis()) : this.expression;
    }
}
