package io.mcpclient.internal.model;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.fuzz.FuzzTarget;
import io.mcpclient.internal.model.ModelArguments.Conversion;
import io.mcpclient.internal.model.ModelArguments.Reading;

/** Readers of what models write. */
public final class ArgumentFuzzTargets {

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNameLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final Pattern LIMIT = Pattern.compile("nested deeper|more than|an exponent beyond");

    private ArgumentFuzzTargets() {}

    public static List<FuzzTarget> all() {
        return List.of(
                FuzzTarget.of(
                        "model-arguments",
                        input -> read(FuzzTarget.text(input)),
                        List.of(),
                        "{\"a\":1,\"b\":[1.10,-0.5e-7,true,null,\"x\\n\\u00e9\"],\"c\":{\"d\":\"{\\\"e\\\":1}\"}}",
                        "```json\n{'a': 'it\\'s', b: True, \"c\": [1, 2,], // d\n \"e\": None,}\n```",
                        "\"{\\\"a\\\": \\\"{\\\\\\\"b\\\\\\\":1}\\\"}\"",
                        "{}{\"a\":{\"b\":1}}}}<|call|>",
                        "{{\"a\": \\n[1]\\n}}"),
                FuzzTarget.of(
                        "model-schema",
                        input -> convert(FuzzTarget.text(input)),
                        List.of(),
                        "{\"schema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":[\"integer\",\"null\"]},"
                                + "\"b\":{\"$ref\":\"#/$defs/b\"},\"c\":{\"anyOf\":[{\"type\":\"boolean\"},{\"enum\":[1,\"x\"]}]}},"
                                + "\"patternProperties\":{\"^(d+)+$\":{\"type\":\"string\"}},\"required\":[\"a\"],"
                                + "\"$defs\":{\"b\":{\"type\":\"array\",\"items\":{\"$ref\":\"#\"}}}},"
                                + "\"value\":{\"a\":\"5\",\"b\":\"[{\\\"a\\\":\\\"1.0\\\"}]\",\"c\":\"true\",\"ddddddd\":[1],\"e\":null}}"));
    }

    private static void read(String text) {
        Reading reading = ModelArguments.read(text);
        requirePrintable(reading.problem());
        if (LIMIT.matcher(String.valueOf(reading.problem())).find()) {
            return;
        }
        Object strict = strict(text);
        if (strict instanceof Map<?, ?> && (reading.repair() != null || reading.problem() != null)) {
            throw new AssertionError("JSON that was not read, or repaired: " + reading);
        }
        if (strict instanceof Map<?, ?>
                && !Objects.equals(withoutSignOfZero(strict), withoutSignOfZero(reading.arguments()))) {
            throw new AssertionError("JSON that was changed to " + reading.arguments());
        }
        boolean isStrict = strict instanceof Map<?, ?> || strict == null || text.isBlank();
        if (!isStrict && reading.repair() == null && reading.problem() == null) {
            throw new AssertionError("text that is no object was read without a repair: " + reading);
        }
    }

    /** Jackson's decimals have no negative zero. */
    private static @Nullable Object withoutSignOfZero(@Nullable Object value) {
        if (value instanceof Map<?, ?> object) {
            Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
            object.forEach((name, member) -> copy.put(name, withoutSignOfZero(member)));
            return copy;
        }
        if (value instanceof List<?> array) {
            List<@Nullable Object> copy = new ArrayList<>();
            array.forEach(element -> copy.add(withoutSignOfZero(element)));
            return copy;
        }
        BigDecimal decimal = (value instanceof Number number) ? JsonType.decimal(number) : null;
        return (decimal != null && decimal.signum() == 0) ? BigDecimal.ZERO : value;
    }

    /** Returns the value of JSON, or a marker. */
    private static @Nullable Object strict(String text) {
        try {
            return MAPPER.readValue(text, Object.class);
        } catch (JacksonException | NumberFormatException ex) {
            return Set.of();
        }
    }

    @SuppressWarnings("unchecked") // names are strings
    private static void convert(String text) {
        Object input;
        try {
            input = new LenientJson(new JsonText(text, EnumSet.noneOf(JsonRepair.class))).document();
        } catch (UnreadableJsonException ex) {
            return;
        }
        if (input instanceof Map<?, ?> map
                && map.get("schema") instanceof Map<?, ?> schema
                && map.get("value") instanceof Map<?, ?> value) {
            Map<String, Object> arguments = (Map<String, Object>) value;
            Conversion conversion = ModelArguments.convert(arguments, (Map<String, Object>) schema);
            if (conversion.converted().isEmpty() && conversion.arguments() != arguments) {
                throw new AssertionError("copied without a conversion");
            }
            conversion.problems().forEach(ArgumentFuzzTargets::requirePrintable);
            conversion.converted().forEach(ArgumentFuzzTargets::requirePrintable);
        }
    }

    private static void requirePrintable(@Nullable String text) {
        boolean isPrintable = text == null
                || (text.length() <= 2_000
                        && text.codePoints()
                                .noneMatch(c -> Character.getType(c) == Character.CONTROL
                                        || Character.getType(c) == Character.FORMAT));
        if (!isPrintable) {
            throw new AssertionError("a text that is too long or not printable");
        }
    }
}
