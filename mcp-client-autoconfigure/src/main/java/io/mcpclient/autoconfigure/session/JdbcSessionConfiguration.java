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

import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.autoconfigure.properties.SessionProperties;
import io.mcpclient.autoconfigure.store.JdbcMcpStore;
import io.mcpclient.store.McpSessionStore;

/** Configuration of the session store in the application's database. Active only if its library is present. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({JdbcOperations.class, DataSourceScriptDatabaseInitializer.class})
@ConditionalOnProperty(name = "mcp.session.store", havingValue = "jdbc")
class JdbcSessionConfiguration {

    // After migrations: some migration tools reject a database that already contains a table.
    @Bean
    @ConditionalOnMissingBean(McpSessionStore.class)
    @DependsOnDatabaseInitialization
    PreparedSessionStore mcpSessionStore(ObjectProvider<DataSource> dataSources, McpProperties properties) {
        SessionProperties.Jdbc jdbc = properties.session().jdbc();
        String table = SessionSettingsMapper.RULES.table(jdbc.tableName(), JdbcMcpStore.isTable(jdbc.tableName()));
        DataSource dataSource =
                SessionSettingsMapper.RULES.unique(dataSources, "jdbc", "DataSource", "Set spring.datasource.url");
        DatabaseInitializationMode mode =
                DatabaseInitializationMode.valueOf(jdbc.initializeSchema().name());
        return new PreparedSessionStore(
                        new JdbcMcpSessionStore(dataSource, table),
                        () -> SessionSchema.create(dataSource, mode, jdbc.platform(), table))
                .warmUp();
    }
}
