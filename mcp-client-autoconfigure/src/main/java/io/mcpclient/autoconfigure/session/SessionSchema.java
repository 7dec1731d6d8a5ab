package io.mcpclient.autoconfigure.session;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.jdbc.init.PlatformPlaceholderDatabaseDriverResolver;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.sql.init.DatabaseInitializationSettings;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.util.StringUtils;

/**
 * Creates the table of sessions by the script of the database. It is no bean, so that a database that is away does not stop
 * the start of the application: the store runs it before its first work.
 *
 * @see "fault J01"
 */
final class SessionSchema extends DataSourceScriptDatabaseInitializer {

    static final String SCRIPTS = "classpath:io/mcpclient/autoconfigure/session/schema-@@platform@@.sql";

    private final String table;

    private SessionSchema(DataSource dataSource, DatabaseInitializationSettings settings, String table) {
        super(dataSource, settings);
        this.table = table;
    }

    /**
     * Creates the table if it is wanted and not there.
     * @param platform which script to take, or {@code null} to ask the database
     * @throws RuntimeException if the database is away, has no script, or refuses it
     */
    static void create(
            DataSource dataSource, DatabaseInitializationMode mode, @Nullable String platform, String table) {
        if (mode == DatabaseInitializationMode.NEVER) {
            return;
        }
        DatabaseInitializationSettings settings = new DatabaseInitializationSettings();
        settings.setMode(mode);
        PlatformPlaceholderDatabaseDriverResolver resolver = new PlatformPlaceholderDatabaseDriverResolver();
        settings.setSchemaLocations(
                StringUtils.hasText(platform)
                        ? resolver.resolveAll(platform, SCRIPTS)
                        : resolver.resolveAll(dataSource, SCRIPTS));
        new SessionSchema(dataSource, settings, table).initializeDatabase();
    }

    @Override
    protected void runScripts(Scripts scripts) {
        List<Resource> named = new ArrayList<>();
        scripts.forEach(script -> named.add(withTable(script)));
        super.runScripts(new Scripts(named).encoding(StandardCharsets.UTF_8));
    }

    private Resource withTable(Resource script) {
        try {
            String text = script.getContentAsString(StandardCharsets.UTF_8);
            return new ByteArrayResource(
                    text.replace(JdbcMcpSessionStore.DEFAULT_TABLE, this.table).getBytes(StandardCharsets.UTF_8),
                    script.getDescription());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
