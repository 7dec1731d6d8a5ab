package io.mcpclient.test;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.mock.env.MockEnvironment;

import static org.assertj.core.api.Assertions.assertThat;

class UnusedCredentialsTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            type=bearer                                                     | token
            type=bearer token=                                              | token
            type=bearer token=x                                             |
            type=bearer token-file=x                                        |
            type=basic                                                      | username password
            type=basic username=x password-file=x                           |
            type=api-key                                                    | key
            type=API_KEY key-file=x                                         |
            type=none                                                       |
            type=oauth2                                                     |
            type=oauth2 grant=client-credentials                            | client-id client-secret issuer
            type=oauth2 grant=CLIENT_CREDENTIALS client-id=x issuer=x       | client-secret
            type=oauth2 grant=client-credentials client-id=x private-key-file=x token-endpoint=x |
            type=oauth2 grant=jwt-bearer                                    | assertion issuer
            type=oauth2 grant=client-credentials registration-id=x          |
            type=bearer grant=client-credentials token=x                    |
            """)
    void missingCredentialsGetValues(String properties, String missing) {
        List<String> expected = (missing != null) ? List.of(missing.split(" ")) : List.of();
        assertThat(credentials("mcp.servers.vault.auth.", properties).keySet())
                .as("settings of the server")
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(credentials("mcp.defaults.auth.", properties).keySet())
                .as("settings of all servers")
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @ParameterizedTest
    @CsvSource({"command", "registry"})
    void serversThatMayBeProcessesHaveNone(String key) {
        MockEnvironment environment = environment("mcp.defaults.auth.", "type=bearer");
        environment.setProperty("mcp.servers.vault." + key, "x");
        assertThat(credentials(environment)).isEmpty();
    }

    private static Map<String, Object> credentials(String prefix, String properties) {
        return credentials(environment(prefix, properties));
    }

    private static Map<String, Object> credentials(MockEnvironment environment) {
        Map<String, Object> values = new UnusedCredentials(new ServerProperties(environment)).of(Set.of("vault"));
        return values.entrySet().stream()
                .collect(Collectors.toMap(
                        entry -> entry.getKey().replace("mcp.servers.vault.auth.", ""), Map.Entry::getValue));
    }

    private static MockEnvironment environment(String prefix, String properties) {
        MockEnvironment environment = new MockEnvironment();
        for (String property : properties.split(" ")) {
            String[] parts = property.split("=", 2);
            environment.setProperty(prefix + parts[0], parts[1]);
        }
        ConfigurationPropertySources.attach(environment);
        return environment;
    }
}
