package io.mcpclient.registry;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.schema.Tool;
import io.mcpclient.text.SafeText;
import io.mcpclient.time.TimeSource;

/**
 * Results that were too long for a model, readable in parts with {@code read_result} for an hour. Only the principal of the call
 * can read its result, and only with its address, which cannot be guessed. The oldest results go first when there are too many.
 * Thread-safe.
 */
final class RetainedResults {

    static final String READ = "read_result";

    private static final String PREFIX = "mcp-result:";

    private static final Duration LIFETIME = Duration.ofHours(1);

    private static final int MAX_RESULTS = 200;

    /** Characters of all results together. */
    private static final long MAX_TOTAL = 32L * 1024 * 1024;

    /** Characters of one part, if results have no limit. */
    private static final int DEFAULT_PART = 50_000;

    private static final Tool TOOL = LibraryTool.define(
            READ,
            "Reads more of a long result of a tool, whose beginning ended with a note.",
            true,
            LibraryTool.orderedMap(
                    "address", LibraryTool.property("string", "Address of the result, from the note"),
                    "offset", LibraryTool.property("integer", "Number of characters to skip")),
            "address",
            "offset");

    private final SecureRandom random = new SecureRandom();

    private final TimeSource time;

    private final int part;

    private final Map<String, Retained> results = new LinkedHashMap<>();

    private long total;

    private record Retained(String text, @Nullable String principal, long nanos) {}

    RetainedResults(TimeSource time, int maxLength) {
        this.time = time;
        this.part = (maxLength < Integer.MAX_VALUE) ? maxLength : DEFAULT_PART;
    }

    McpModelTool tool() {
        return new LibraryTool(TOOL, this::read);
    }

    /** Returns what retains a text for the principal of a call, and returns its address. */
    UnaryOperator<String> keeper(McpCallOptions options) {
        return text -> add(text, name(options.principal()));
    }

    private static @Nullable String name(@Nullable McpPrincipal principal) {
        return (principal != null) ? principal.name() : null;
    }

    private synchronized String add(String text, @Nullable String principal) {
        byte[] id = new byte[16];
        this.random.nextBytes(id);
        String address = PREFIX + HexFormat.of().formatHex(id);
        this.results.put(address, new Retained(text, principal, this.time.nanoTime()));
        this.total += text.length();
        Iterator<Retained> oldest = this.results.values().iterator();
        while (oldest.hasNext()) {
            Retained retained = oldest.next();
            boolean isTooMuch = this.results.size() > MAX_RESULTS || this.total > MAX_TOTAL;
            if (!isTooMuch && !isExpired(retained)) {
                break;
            }
            this.total -= retained.text().length();
            oldest.remove();
        }
        return address;
    }

    private boolean isExpired(Retained retained) {
        return this.time.since(retained.nanos()).compareTo(LIFETIME) >= 0;
    }

    private McpModelResult read(Map<String, Object> arguments, McpCallOptions options) {
        String address = LibraryTool.text("address", arguments);
        long offset = (arguments.get("offset") instanceof Number number) ? Math.max(0, number.longValue()) : 0;
        Retained retained = find(address, name(options.principal()));
        if (retained == null || offset >= retained.text().length()) {
            String problem = (retained == null)
                    ? "The result is no longer available. Call the tool again."
                    : "The result has only " + retained.text().length() + " characters.";
            return new McpModelResult(problem, List.of(), true, null, null);
        }
        return McpModelResult.ofText(part(retained.text(), (int) offset, address));
    }

    private String part(String text, int offset, String address) {
        int start = SafeText.end(text, offset);
        int most = (int) Math.min(text.length(), (long) start + this.part);
        int end = (most > start + 1) ? SafeText.end(text, most) : most;
        String part = text.substring(start, end);
        return (end == text.length())
                ? part
                : part + "[characters " + start + " to " + end + " of " + text.length() + "; read on with " + READ
                        + ": address " + address + ", offset " + end + "]";
    }

    private synchronized @Nullable Retained find(String address, @Nullable String principal) {
        Retained retained = this.results.get(address);
        return (retained != null && !isExpired(retained) && Objects.equals(retained.principal(), principal))
                ? retained
                : null;
    }
}
