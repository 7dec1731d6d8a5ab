package io.mcpclient.console.internal.json;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.text.VisibleText;

/**
 * Reads and writes JSON of the console: with the application's mapper, but with names and members as the page expects them,
 * whatever the application has set for its own API. Thread-safe.
 */
public final class ConsoleJson {

    private final JsonMapper mapper;

    private final JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);

    /**
     * Creates an instance.
     * @param application the application's mapper
     */
    public ConsoleJson(JsonMapper application) {
        this.mapper = application
                .rebuild()
                .propertyNamingStrategy(PropertyNamingStrategies.LOWER_CAMEL_CASE)
                .changeDefaultPropertyInclusion(
                        ignored -> JsonInclude.Value.construct(JsonInclude.Include.ALWAYS, JsonInclude.Include.ALWAYS))
                .disable(SerializationFeature.WRAP_ROOT_VALUE, SerializationFeature.INDENT_OUTPUT)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(
                        DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS,
                        DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(DeserializationFeature.UNWRAP_ROOT_VALUE)
                .build();
    }

    /** Writes a value of the console. Halves of surrogate pairs, which servers cut texts to and UTF-8 does not have, are replaced. */
    public byte[] write(Object value) {
        return VisibleText.wellFormed(writeText(value)).getBytes(StandardCharsets.UTF_8);
    }

    /** Writes a value of the console as text on one line. */
    public String writeText(Object value) {
        return this.mapper.writeValueAsString(value);
    }

    /** Writes a value of the protocol as a server sends it, {@code null} for {@code null}. */
    public @Nullable String ofProtocol(@Nullable Object value) {
        return (value != null) ? this.codec.toJson(value) : null;
    }

    /**
     * Reads a value of the protocol, as {@link #ofProtocol} has written it.
     * @param json the JSON
     * @param type expected type
     * @param <T> expected type
     * @return the value
     */
    public <T> T toProtocol(String json, Class<T> type) {
        return Objects.requireNonNull(this.codec.fromJson(json, type));
    }

    /**
     * Reads the body of a request.
     * @param body UTF-8 bytes
     * @param type expected type
     * @param <T> expected type
     * @return the value
     * @throws InvalidRequestException if the body is not JSON of that type
     */
    public <T> T read(byte[] body, Class<T> type) {
        try {
            T value = this.mapper.readValue(body, type);
            if (value == null) {
                throw new InvalidRequestException("The body is null: send a JSON object.");
            }
            return value;
        } catch (JacksonException ex) {
            TokenStreamLocation where = ex.getLocation();
            String position = (where != null && where.getLineNr() > 0)
                    ? ", see line " + where.getLineNr() + ", column " + where.getColumnNr()
                    : "";
            throw new InvalidRequestException("The body is not the expected JSON" + position + ".");
        }
    }
}
