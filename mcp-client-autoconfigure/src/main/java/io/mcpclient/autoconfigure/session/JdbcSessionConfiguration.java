package io.mcpclient.autoconfigure.session;

import javax.sql.DataSource;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcOperations;

import io.mcpclient.autoconfigure.McpProperties;
import io.mcpclient.autoconfigure.SessionProperties;
import io.mcpclient.session.McpSessionStore;

/** The store in the database of the application. Only if its library is there. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({JdbcOperations.class, DataSourceScriptDatabaseInitializer.class})
@ConditionalOnProperty(name = "mcp.session.store", havingValue = "jdbc")
class JdbcSessionConfiguration {

    // After migrations: a table that is there before them makes some of them refuse the database.
    @Bean
    @ConditionalOnMissingBean(McpSessionStore.class)
    @DependsOnDatabaseInitialization
    PreparedSessionStore mcpSessionStore(ObjectProvider<DataSource> dataSources, McpProperties properties) {
        SessionProperties.Jdbc jdbc = properties.getSession().getJdbc();
        String table = jdbc.getTableName();
        if (!JdbcMcpSessionStore.TABLE.matcher(table).matches()) {
            throw SessionSettingsMapper.invalid(
                    "jdbc.table-name",
                    "is not the name of a table",
                    "Use letters, digits, '_' and '$', and a '.' behind the name of a schema.");
        }
        DataSource dataSource = dataSource(dataSources);
        DatabaseInitializationMode mode =
                DatabaseInitializationMode.valueOf(jdbc.getInitializeSchema().name());
        return new PreparedSessionStore(
                        new JdbcMcpSessionStore(dataSource, table),
                        () -> SessionSchema.create(dataSource, mode, jdbc.getPlatform(), table))
                .warmUp();
    }

    private static DataSource dataSource(ObjectProvider<DataSource> dataSources) {
        DataSource dataSource = dataSources.getIfUnique();
        if (dataSource != null) {
            return dataSource;
        }
        boolean none = dataSources.stream().findAny().isEmpty();
        throw SessionSettingsMapper.invalid(
                "store",
                none ? "is jdbc, but there is no DataSource" : "is jdbc, but there are several DataSources",
                none
                        ? "Set spring.datasource.url, or use another store."
                        : "Mark one as @Primary, or define a bean JdbcMcpSessionStore with the one to use.");
    }
}
