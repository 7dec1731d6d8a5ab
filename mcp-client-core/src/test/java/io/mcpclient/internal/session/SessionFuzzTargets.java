package io.mcpclient.internal.session;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

import io.mcpclient.fuzz.FuzzTarget;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.schema.Tool;

/** Reader of remembered sessions, which come from a store. */
public final class SessionFuzzTargets {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final SessionFormat FORMAT = new SessionFormat(CODEC, "b1");

    private SessionFuzzTargets() {}

    public static List<FuzzTarget> all() {
        RememberedServer server = new RememberedServer(
                7,
                RememberedServer.LEGACY,
                "HTTP 400 to server/discover",
                Instant.ofEpochMilli(1_000),
                "2025-11-25",
                "session-1",
                Instant.ofEpochMilli(2_000),
                Implementation.of("weather", "1"),
                CODEC.fromJson(
                        "{\"tools\":{\"listChanged\":true},\"experimental\":{\"a\":{}}}", ServerCapabilities.class),
                "be nice");
        Tool tool = CODEC.fromJson(
                "{\"name\":\"wash\",\"inputSchema\":{\"type\":\"object\"},\"icons\":[{\"src\":\"https://a.example/i\"}]}",
                Tool.class);
        return List.of(FuzzTarget.of(
                "stored-session",
                SessionFuzzTargets::read,
                List.of(),
                FORMAT.write(server),
                FORMAT.write(7, List.of(tool))));
    }

    /** What can be read is the same when it is written and read again. */
    private static void read(byte[] input) {
        SessionFormat.Reading reading = FORMAT.read(new String(input, StandardCharsets.US_ASCII), 7);
        RememberedServer server = reading.server();
        if (server == null) {
            return;
        }
        String again = FORMAT.write(server);
        // Characters beyond ASCII become longer, and a value that is too long is not stored.
        if (again.length() <= SessionFormat.MAX_LENGTH && !FORMAT.read(again, 7).equals(withoutTools(reading))) {
            throw new AssertionError("a stored session that is not the same when it is stored again: " + server);
        }
    }

    private static SessionFormat.Reading withoutTools(SessionFormat.Reading reading) {
        return new SessionFormat.Reading(reading.verdict(), reading.server(), null, null);
    }
}
