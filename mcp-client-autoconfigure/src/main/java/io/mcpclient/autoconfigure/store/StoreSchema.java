package io.mcpclient.autoconfigure.store;

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
 * Creates the table of a store with the schema script of the database. It is not a bean, so that an unavailable database does
 * not fail application startup: the store runs it before its first operation.
 */
public final class StoreSchema {

    private final String scripts;

    private final String defaultTable;

    /**
     * Creates a schema.
     * @param child package of the scripts, such as {@code session}
     * @param defaultTable name of the table in the scripts
     */
    public StoreSchema(String child, String defaultTable) {
        this.scripts = "classpath:io/mcpclient/autoconfigure/" + child + "/schema-@@platform@@.sql";
        this.defaultTable = defaultTable;
    }

    /**
     * Creates the table if it is missing and the mode requires it.
     * @param dataSource source of connections
     * @param mode when to create it
     * @param platform platform of the script, or {@code null} to detect it from the database
     * @param table name of the table
     * @throws RuntimeException if the database is unavailable, has no script, or rejects it
     */
    public void create(
            DataSource dataSource, DatabaseInitializationMode mode, @Nullable String platform, String table) {
        if (mode == DatabaseInitializationMode.NEVER) {
            return;
        }
        DatabaseInitializationSettings settings = new DatabaseInitializationSettings();
        settings.setMode(mode);
        PlatformPlaceholderDatabaseDriverResolver resolver = new PlatformPlaceholderDatabaseDriverResolver();
        settings.setSchemaLocations(
                StringUtils.hasText(platform)
                        ? resolver.resolveAll(platform, this.scripts)
                        : resolver.resolveAll(dataSource, this.scripts));
        new Initializer(dataSource, settings, table).initializeDatabase();
    }

    private final class Initializer extends DataSourceScriptDatabaseInitializer {

        private final String table;

        Initializer(DataSource dataSource, DatabaseInitializationSettings settings, String table) {
            super(dataSource, settings);
            this.table = table;
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
                        text.replace(StoreSchema.this.defaultTable, this.table).getBytes(StandardCharsets.UTF_8),
                        script.getDescription());
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }
}
