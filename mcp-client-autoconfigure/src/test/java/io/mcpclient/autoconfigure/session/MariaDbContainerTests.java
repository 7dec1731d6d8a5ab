package io.mcpclient.autoconfigure.session;

import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.mariadb.MariaDBContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * The contract against MariaDB in a container, whose image is given by {@code MCP_TEST_MARIADB_IMAGE}, such as {@code
 * mariadb:11}: there is no embedded one, and images cannot be had everywhere.
 */
@EnabledIfEnvironmentVariable(
        named = "MCP_TEST_MARIADB_IMAGE",
        matches = ".+",
        disabledReason = "no image of MariaDB is given by MCP_TEST_MARIADB_IMAGE")
@Testcontainers(disabledWithoutDocker = true)
class MariaDbContainerTests extends JdbcSessionStoreContract {

    @Container
    private static final MariaDBContainer MARIADB =
            new MariaDBContainer(DockerImageName.parse(image()).asCompatibleSubstituteFor("mariadb"));

    private static String image() {
        String image = System.getenv("MCP_TEST_MARIADB_IMAGE");
        return (image != null) ? image : "mariadb";
    }

    @Override
    protected String url() {
        return MARIADB.getJdbcUrl() + "?user=" + MARIADB.getUsername() + "&password=" + MARIADB.getPassword();
    }
}
