package io.mcpclient.internal.session;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.schema.Tool;
import io.mcpclient.text.SafeText;

/**
 * Format of stored values: versioned JSON in ASCII on one line. Values read are untrusted and validated as if a server had
 * sent them.
 *
 * <pre>
 * {"format":1, "binding":"9f…", "generation":7, "server":{"era":"legacy", "revision":"2025-11-25", "sessionId":"…", …}}
 * {"format":1, "binding":"9f…", "generation":7, "tools":[{"name":"get_forecast", …}]}
 * {"format":1, "binding":"9f…", "generation":7, "pins":{"get_forecast":{"description":"51… Tells …", …}}}
 * </pre>
 *
 * @param codec reads and writes JSON
 * @param binding the expected binding of values, see {@link SessionKey}
 * @see "faults J04, J07, J11, D13 to D15"
 */
record SessionFormat(JsonCodec codec, String binding) {

    /** Increases with every incompatible change. Part of the key, so that several versions coexist. */
    static final int VERSION = 1;

    /** Maximum characters of a value, encrypted or not. */
    static final int MAX_LENGTH = 256 * 1024;

    /** Generations are milliseconds since 1970, or slightly more; a generation near this limit is invalid. */
    private static final long MAX_GENERATION = 1L << 53;

    private static final int MAX_SESSION_ID = 4096;

    private static final int MAX_INSTRUCTIONS = 16 * 1024;

    private static final int MAX_REASON = 256;

    /** Envelope with one of the three kinds of content. */
    private record Written(
            int format,
            String binding,
            long generation,
            @Nullable WrittenServer server,
            @Nullable List<Tool> tools,
            @Nullable Map<String, Map<String, String>> pins) {}

    /** Times are milliseconds since 1970. */
    private record WrittenServer(
            @Nullable String era,
            @Nullable String reason,
            @Nullable Long eraSince,
            @Nullable String revision,
            @Nullable String sessionId,
            @Nullable Long begun,
            @Nullable Implementation serverInfo,
            @Nullable ServerCapabilities capabilities,
            @Nullable String instructions,
            @Nullable String address) {}

    /** Result of reading a value. */
    enum Verdict {
        /** The value is usable. */
        GOOD,
        /** The value was written by another version of this library, which may still need it (J11). */
        FOREIGN,
        /** The value is invalid. */
        BROKEN
    }

    /**
     * Value that was read.
     *
     * @param verdict whether it is usable
     * @param server its server state, if any
     * @param tools its tools, if any
     * @param pins its approved tools, if any
     */
    record Reading(
            Verdict verdict,
            @Nullable RememberedServer server,
            @Nullable List<Tool> tools,
            @Nullable Map<String, Map<String, String>> pins) {

        static final Reading FOREIGN = new Reading(Verdict.FOREIGN, null, null, null);

        static final Reading BROKEN = new Reading(Verdict.BROKEN, null, null, null);
    }

    String write(RememberedServer server) {
        String instructions = server.instructions();
        return write(new Written(
                VERSION,
                this.binding,
                server.generation(),
                new WrittenServer(
                        server.era(),
                        SafeText.excerpt(server.reason(), MAX_REASON),
                        (server.eraSince() != null) ? server.eraSince().toEpochMilli() : null,
                        server.revision(),
                        server.sessionId(),
                        server.begun().toEpochMilli(),
                        server.serverInfo(),
                        server.capabilities(),
                        (instructions != null && instructions.length() > MAX_INSTRUCTIONS)
                                ? instructions.substring(0, MAX_INSTRUCTIONS)
                                : instructions,
                        server.address()),
                null,
                null));
    }

    String write(long generation, List<Tool> tools) {
        return write(new Written(VERSION, this.binding, generation, null, tools, null));
    }

    String write(long generation, Map<String, Map<String, String>> pins) {
        return write(new Written(VERSION, this.binding, generation, null, null, pins));
    }

    private String write(Written written) {
        return ascii(this.codec.toJson(written));
    }

    /** JSON is ASCII outside of strings; inside, other characters are escaped. */
    private static String ascii(String json) {
        if (json.chars().allMatch(SessionFormat::isPrintable)) {
            return json;
        }
        StringBuilder ascii = new StringBuilder(json.length() + 64);
        json.chars().forEach(c -> {
            if (isPrintable(c)) {
                ascii.append((char) c);
            } else {
                ascii.append(String.format("\\u%04x", c));
            }
        });
        return ascii.toString();
    }

    static boolean isPrintable(int c) {
        return c >= 0x20 && c <= 0x7e;
    }

    /**
     * Reads a value.
     * @param text the text, decrypted
     * @param version its version, which must equal the generation
     */
    Reading read(String text, long version) {
        try {
            if (text.length() > MAX_LENGTH || !text.startsWith("{") || !text.endsWith("}")) {
                return Reading.BROKEN;
            }
            Map<?, ?> members = this.codec.fromJson(text, Map.class);
            if (members == null || !(members.get("format") instanceof Integer format)) {
                return Reading.BROKEN;
            }
            if (format != VERSION) {
                return Reading.FOREIGN;
            }
            Written written = this.codec.convert(members, Written.class);
            return (written != null
                            && this.binding.equals(written.binding())
                            && written.generation() == version
                            && version <= MAX_GENERATION)
                    ? content(written)
                    : Reading.BROKEN;
        } catch (IllegalArgumentException | DateTimeException ex) {
            return Reading.BROKEN;
        }
    }

    private static Reading content(Written written) {
        WrittenServer server = written.server();
        RememberedServer remembered = (server != null) ? server(written.generation(), server) : null;
        return (remembered != null || written.tools() != null || written.pins() != null)
                ? new Reading(Verdict.GOOD, remembered, written.tools(), written.pins())
                : Reading.BROKEN;
    }

    private static @Nullable RememberedServer server(long generation, WrittenServer server) {
        String revision = server.revision();
        String sessionId = server.sessionId();
        Long begun = server.begun();
        String instructions = server.instructions();
        if (revision == null || begun == null) {
            return null;
        }
        boolean isLegal = RememberedServer.LEGACY.equals(server.era())
                && (sessionId == null || isSessionId(sessionId))
                && (instructions == null || instructions.length() <= MAX_INSTRUCTIONS);
        if (!isLegal) {
            return null;
        }
        return new RememberedServer(
                generation,
                RememberedServer.LEGACY,
                SafeText.excerpt(server.reason(), MAX_REASON),
                (server.eraSince() != null) ? Instant.ofEpochMilli(server.eraSince()) : null,
                revision,
                sessionId,
                Instant.ofEpochMilli(begun),
                server.serverInfo(),
                (server.capabilities() != null) ? server.capabilities() : ServerCapabilities.none(),
                instructions,
                server.address());
    }

    /** As in the handshake: visible ASCII, so that it cannot end a header or start another (HTL-19, D15). */
    static boolean isSessionId(String value) {
        return !value.isEmpty()
                && value.length() <= MAX_SESSION_ID
                && value.chars().allMatch(c -> c >= 0x21 && c <= 0x7e);
    }
}
