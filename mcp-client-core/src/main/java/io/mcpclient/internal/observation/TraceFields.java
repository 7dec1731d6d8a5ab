package io.mcpclient.internal.observation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Fields of a trace context, validated before they are sent or accepted: malformed fields are dropped, and so is everything
 * that is not a field of W3C Trace Context or W3C Baggage.
 *
 * @see "W3C Trace Context; W3C Baggage; MCP 2026-07-28, basic/index, _meta (TRC-01 to TRC-03, TRC-05)"
 */
final class TraceFields {

    static final String TRACEPARENT = "traceparent";

    static final String TRACESTATE = "tracestate";

    static final String BAGGAGE = "baggage";

    /** Later versions of the format may append fields. */
    private static final Pattern PARENT =
            Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.{1,128})?");

    private static final Pattern STATE_MEMBER = Pattern.compile("[a-z0-9][a-z0-9_\\-*/@]{0,255}="
            + "[\\x20-\\x2b\\x2d-\\x3c\\x3e-\\x7e]{0,255}[\\x21-\\x2b\\x2d-\\x3c\\x3e-\\x7e]");

    private static final int MAX_STATE_MEMBERS = 32;

    private static final int MAX_STATE = 8192;

    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

    private static final String OCTETS = "[\\x21\\x23-\\x2b\\x2d-\\x3a\\x3c-\\x5b\\x5d-\\x7e]*";

    private static final Pattern BAGGAGE_MEMBER =
            Pattern.compile(TOKEN + "\\s*=\\s*" + OCTETS + "(\\s*;\\s*" + TOKEN + "(\\s*=\\s*" + OCTETS + ")?)*");

    private static final int MAX_BAGGAGE_MEMBERS = 180;

    private static final int MAX_BAGGAGE = 8192;

    private TraceFields() {}

    /**
     * Selects the fields to send.
     * @param carrier fields written by a propagator
     * @param withBaggage whether baggage may be sent
     * @return the fields by name, without prefix; empty if there is no trace
     */
    static Map<String, String> of(Map<String, String> carrier, boolean withBaggage) {
        if (carrier.isEmpty()) {
            return Map.of();
        }
        Map<String, String> fields = new LinkedHashMap<>(4);
        String parent = carrier.get(TRACEPARENT);
        if (isParent(parent)) {
            fields.put(TRACEPARENT, parent);
            String state = carrier.get(TRACESTATE);
            if (isState(state)) {
                fields.put(TRACESTATE, state);
            }
        }
        String baggage = carrier.get(BAGGAGE);
        if (withBaggage && isBaggage(baggage)) {
            fields.put(BAGGAGE, baggage);
        }
        return fields;
    }

    /** Selects the fields of a server's request. The server's baggage is ignored. */
    static Map<String, String> received(Map<?, ?> meta) {
        Map<String, String> carrier = new LinkedHashMap<>(4);
        meta.forEach((key, value) -> {
            if ((TRACEPARENT.equals(key) || TRACESTATE.equals(key)) && value instanceof String text) {
                carrier.put((String) key, text);
            }
        });
        return of(carrier, false);
    }

    private static boolean isParent(@Nullable String value) {
        if (value == null || !PARENT.matcher(value).matches()) {
            return false;
        }
        return value.length() == 55 || !value.startsWith("00");
    }

    private static boolean isState(@Nullable String value) {
        if (value == null || value.isBlank() || value.length() > MAX_STATE || !isPlain(value)) {
            return false;
        }
        List<String> members = List.of(value.split(",", -1));
        return members.size() <= MAX_STATE_MEMBERS
                && members.stream()
                        .map(String::strip)
                        .allMatch(member ->
                                member.isEmpty() || STATE_MEMBER.matcher(member).matches());
    }

    private static boolean isBaggage(@Nullable String value) {
        if (value == null || value.isBlank() || value.length() > MAX_BAGGAGE || !isPlain(value)) {
            return false;
        }
        List<String> members = List.of(value.split(",", -1));
        return members.size() <= MAX_BAGGAGE_MEMBERS
                && members.stream()
                        .map(String::strip)
                        .allMatch(member -> BAGGAGE_MEMBER.matcher(member).matches());
    }

    /** Rejects characters that could end a header line. */
    private static boolean isPlain(String value) {
        return value.chars().allMatch(c -> c >= ' ' && c <= '~');
    }
}
