package io.mcpclient.sample.embedded.stateless;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import jakarta.servlet.http.HttpServletRequest;

/**
 * The server {@code vault}: two tools for protected notes. It does not handle tokens: a filter checks access by the headers
 * that repeat the body. The server checks that they match the body, as any server of the revision does.
 *
 * @see "MCP 2026-07-28, basic/transports/streamable-http, Request Metadata"
 */
final class VaultServer {

    private static final Map<String, Object> SELF = Json.object("name", "vault", "title", "Vault", "version", "0.1.0");

    private static final int MAX_NOTES = 100;

    private final Queue<String> notes = new ConcurrentLinkedQueue<>(List.of("The key is under the third flowerpot."));

    private final Tools tools = new Tools(List.of(reading(), writing()));

    private final RequestChecks checks = new RequestChecks(new MirroredHeaders(this.tools::headers));

    /**
     * Handles a request.
     * @throws RpcError if the response is an error
     */
    PendingResponse answer(RpcRequest request, HttpServletRequest http) {
        this.checks.check(request, http);
        PendingResponse answer =
                switch (request.method()) {
                    case "server/discover" -> new PendingResponse.Result(discover());
                    case "tools/list" ->
                        new PendingResponse.Result(Results.personal(Results.LONG, "tools", this.tools.definitions()));
                    case "tools/call" -> this.tools.call(request);
                    default -> throw RpcError.unknownMethod();
                };
        ((PendingResponse.Result) answer).result().put("_meta", Json.object(Revision.SERVER_INFO, SELF));
        return answer;
    }

    private static Map<String, Object> discover() {
        return Results.personal(
                Results.LONG,
                "supportedVersions",
                List.of(Revision.NAME),
                "capabilities",
                Json.object("tools", Map.of()));
    }

    private Tool reading() {
        return new Tool(
                "read_notes",
                "Read notes",
                "Returns the notes of the vault. Needs the scope notes:read.",
                Tool.readOnly(),
                Schema.arguments(),
                null,
                call -> new PendingResponse.Result(Results.text(String.join("\n", this.notes))));
    }

    private Tool writing() {
        return new Tool(
                "write_note",
                "Write a note",
                "Puts a note into the vault. Needs the scope notes:write, too.",
                Tool.writes(false, false),
                Schema.arguments().must("text", "string", "The note", "minLength", 1, "maxLength", 500),
                null,
                call -> new PendingResponse.Result(write(call.text("text"))));
    }

    private Map<String, Object> write(String note) {
        if (this.notes.size() >= MAX_NOTES) {
            return Results.failure("The vault is full.");
        }
        this.notes.add(note);
        return Results.text("The vault has " + this.notes.size() + " notes now.");
    }
}
