package io.mcpclient.autoconfigure.session;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.postgresql.PostgreSQLContainer;

import io.mcpclient.store.McpSessionStore;
import io.mcpclient.store.McpStoredValue;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract against PostgreSQL in a container. Skipped where there is no container engine: then it is the embedded one
 * that proves it, in every build.
 */
@Testcontainers(disabledWithoutDocker = true)
@SpringBootTest(
        classes = ChildApplication.Application.class,
        properties = {"mcp.session.store=jdbc", "mcp.session.jdbc.initialize-schema=always"})
class PostgresContainerTests extends JdbcSessionStoreContract {

    @Container
    @ServiceConnection
    static final PostgreSQLContainer POSTGRES = new PostgreSQLContainer("postgres:15");

    @Override
    protected String url() {
        return POSTGRES.getJdbcUrl() + "&user=" + POSTGRES.getUsername() + "&password=" + POSTGRES.getPassword();
    }

    @Test
    void whenTheContainerIsAServiceConnectionThenTheStoreOfTheApplicationUsesIt(@Autowired McpSessionStore store) {
        McpStoredValue value = new McpStoredValue(1, "by the application");
        assertThat(store.replace("service-connection", 0, value, Duration.ofHours(1)))
                .isTrue();
        assertThat(new JdbcMcpSessionStore(dataSource()).load("service-connection"))
                .isEqualTo(value);
    }
}
