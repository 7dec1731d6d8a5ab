package io.mcpclient.internal.era;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.status.McpEra;
import io.mcpclient.status.McpServerDescription;

import static org.assertj.core.api.Assertions.assertThat;

/** CAP-07, CAP-08, LIFE-05, RES-08, LOG-01: nothing is asked for that the server has not declared. */
class CapabilityGuardTests {

    private final JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "tools/list;             {};                               2025-11-25; false",
                "tools/list;             {\"tools\":{}};                   2025-11-25; true",
                "tools/call;             {\"prompts\":{}};                 2025-11-25; false",
                "tools/call;             {\"tools\":{}};                   2024-11-05; true",
                "resources/list;         {};                               2025-11-25; false",
                "resources/read;         {\"resources\":{}};               2025-11-25; true",
                "resources/templates/list; {\"resources\":{}};             2025-11-25; true",
                "resources/subscribe;    {\"resources\":{}};               2025-11-25; false",
                "resources/subscribe;    {\"resources\":{\"subscribe\":true}}; 2025-11-25; true",
                "resources/unsubscribe;  {\"resources\":{\"subscribe\":false}}; 2025-11-25; false",
                "prompts/get;            {};                               2025-11-25; false",
                "prompts/list;           {\"prompts\":{}};                 2025-11-25; true",
                "completion/complete;    {};                               2025-03-26; false",
                "completion/complete;    {\"completions\":{}};             2025-11-25; true",
                "completion/complete;    {};                               2024-11-05; true",
                "logging/setLevel;       {};                               2025-11-25; false",
                "logging/setLevel;       {\"logging\":{}};                 2025-11-25; true",
                "ping;                   {};                               2025-11-25; true",
                "com.example/method;     {};                               2025-11-25; true"
            })
    void allowsOnlyMethodsOfDeclaredCapabilities(String method, String capabilities, String revision, boolean offered) {
        ServerCapabilities declared = this.codec.fromJson(capabilities, ServerCapabilities.class);
        assertThat(declared).isNotNull();
        McpServerDescription server = new McpServerDescription(
                McpEra.LEGACY, ProtocolRevision.of(revision).orElseThrow(), null, declared, null);

        assertThat(CapabilityGuard.include(method, server)).isEqualTo(offered);
    }
}
