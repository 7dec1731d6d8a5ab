package io.mcpclient.autoconfigure.token;

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

import io.mcpclient.auth.McpTokenStore;
import io.mcpclient.autoconfigure.properties.TokenStoreProperties;
import io.mcpclient.autoconfigure.store.JdbcMcpStore;
import io.mcpclient.autoconfigure.store.StoreRules;

/** Configuration of the token store in the application's database. Active only if its library is present. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({JdbcOperations.class, DataSourceScriptDatabaseInitializer.class})
@ConditionalOnProperty(name = "mcp.auth.store.type", havingValue = "jdbc")
class JdbcTokenConfiguration {

    // After migrations: some migration tools reject a database that already contains a table.
    @Bean
    @ConditionalOnMissingBean(McpTokenStore.class)
    @DependsOnDatabaseInitialization
    PreparedTokenStore mcpTokenStore(ObjectProvider<DataSource> dataSources, TokenStoreProperties properties) {
        StoreRules rules = McpTokenStoreAutoConfiguration.RULES;
        TokenStoreProperties.Jdbc jdbc = properties.jdbc();
        String table = rules.table(jdbc.tableName(), JdbcMcpStore.isTable(jdbc.tableName()));
        DataSource dataSource = rules.unique(dataSources, "jdbc", "DataSource", "Set spring.datasource.url");
        DatabaseInitializationMode mode =
                DatabaseInitializationMode.valueOf(jdbc.initializeSchema().name());
        return new PreparedTokenStore(
                        new JdbcMcpTokenStore(dataSource, table),
                        () -> TokenSchema.create(dataSource, mode, jdbc.platform(), table))
                .warmUp();
    }
}
