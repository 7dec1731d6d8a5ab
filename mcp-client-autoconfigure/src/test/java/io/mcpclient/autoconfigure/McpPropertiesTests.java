package io.mcpclient.autoconfigure;

import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.util.ReflectionUtils;

import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.autoconfigure.settings.BoundProperties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class McpPropertiesTests {

    private static final String CANARY = "canary-4711";

    private static final List<String> SECRETS = List.of(
            "auth.token",
            "auth.password",
            "auth.key",
            "auth.client-secret",
            "auth.private-key",
            "auth.assertion",
            "auth.identity-provider.client-secret",
            "auth.authorization-parameters.x",
            "headers.X-Key",
            "env.KEY",
            "proxy.password",
            "url",
            "args[0]");

    @Test
    void toStringOfNoRecordShowsASecret() {
        Map<String, String> properties = new TreeMap<>();
        SECRETS.forEach(key -> properties.put("mcp.servers.weather." + key, CANARY));
        SECRETS.forEach(key -> properties.put("mcp.defaults." + key, CANARY));
        properties.put("mcp.inputs.key", CANARY);
        properties.put("mcp.session.encryption-key", CANARY);
        properties.put("mcp.auth.store.encryption-key", CANARY);
        McpProperties bound = BoundProperties.of(properties);
        assertThat(bound.servers().get("weather").auth().token()).isEqualTo(CANARY);
        assertNoSecret(bound);
    }

    private static void assertNoSecret(Record group) {
        assertThat(group.toString()).doesNotContain(CANARY);
        for (RecordComponent component : group.getClass().getRecordComponents()) {
            component.getAccessor().setAccessible(true);
            Object value = ReflectionUtils.invokeMethod(component.getAccessor(), group);
            if (value instanceof Record nested) {
                assertNoSecret(nested);
            } else if (component.getName().equals("servers")) {
                ((Map<?, ?>) value).values().forEach(server -> assertNoSecret((Record) server));
            }
        }
    }

    // A record with a public constructor for a text would be bound to it.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "mcp.auth.begin",
                "mcp.auth.callback",
                "mcp.auth.client-metadata",
                "mcp.auth.store.redis",
                "mcp.session.redis",
                "mcp.servers.weather.auth",
                "mcp.servers.weather.retry",
                "mcp.tools.search"
            })
    void groupHasNoValueOfItsOwn(String group) {
        assertThatExceptionOfType(BindException.class)
                .isThrownBy(() -> BoundProperties.of(Map.of(group, "value")))
                .matches(failure -> failure.getName().toString().equals(group));
    }

    @Test
    void emptyValuesAreNotSet() {
        Map<String, String> empty = Map.of(
                "mcp.client-info", "",
                "mcp.tools.approval", "",
                "mcp.tools.max-result-length", "",
                "mcp.session.time-to-live", "",
                "mcp.defaults.max-pages", "",
                "mcp.defaults.transport", "",
                "mcp.defaults.retry", "",
                "mcp.defaults.headers", "");
        assertThat(BoundProperties.of(empty)).isEqualTo(McpProperties.unset());
    }
}
