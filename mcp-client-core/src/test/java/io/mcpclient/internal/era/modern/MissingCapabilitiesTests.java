package io.mcpclient.internal.era.modern;

import java.util.LinkedHashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.jsonrpc.JsonRpcError;

import static org.assertj.core.api.Assertions.assertThat;

/** What a server says that it needs, and what the reader of the error can do. */
class MissingCapabilitiesTests {

    private static JsonRpcError error(int code, String data) {
        return new JsonRpcError(null, code, "m", InputRequestingServer.CODEC.fromJson(data, Object.class));
    }

    private static String remedy(String required) {
        String remedy = MissingCapabilities.remedyFor(error(-32021, "{\"requiredCapabilities\":" + required + "}"));
        return String.valueOf(remedy);
    }

    // CAP-09: which one is missing, and what to register
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"roots":{}} | The server needs the capability "roots": register a provider of roots.
            {"sampling":{}} | The server needs the capability "sampling": register a handler for sampling.
            {"sampling":{"tools":{}}} | "sampling.tools": register a handler for sampling that supports tools.
            {"elicitation":{}} | "elicitation": register a handler for elicitation.
            {"elicitation":{"form":{},"url":{}}} | "elicitation.form": register a handler for elicitation. The server needs
            {"elicitation":{"url":{}}} | "elicitation.url": register a handler for elicitation by URL.
            {"extensions":{"com.example/x":{"a":1}}} | "extensions.com.example/x", which this client does not support.
            {"\\u001b[31m":{}} | "\\u001b[31m", which this client does not support.
            """)
    void remedyNamesTheCapabilityAndTheHandler(String required, String expected) {
        assertThat(remedy(required)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "7", "null", "{\"requiredCapabilities\":[]}", "{\"requiredCapabilities\":{}}"})
    void remedyWhenServerNamesNoCapabilityIsGeneral(String data) {
        assertThat(MissingCapabilities.remedyFor(error(-32021, data))).contains("register a handler");
    }

    @Test
    void remedyOfAnotherErrorIsNull() {
        assertThat(MissingCapabilities.remedyFor(error(-32020, "{\"requiredCapabilities\":{\"roots\":{}}}")))
                .isNull();
    }

    @Test
    void remedyIsBounded() {
        Map<String, Object> many = new LinkedHashMap<>();
        for (int i = 0; i < 1000; i++) {
            many.put("com.example/" + "x".repeat(1000) + i, Map.of());
        }
        assertThat(remedy(InputRequestingServer.CODEC.toJson(many))).hasSizeLessThan(1200);
    }
}
