package io.mcpclient.testkit;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A well-behaved server of the handshake revisions: it opens sessions, requires their ids, has tools
 * and answers each call with its arguments. A rule of the script takes precedence over this behaviour. Methods
 * that it does not know are unexpected, as with any scripted server.
 */
public final class ScriptedLegacyServer extends ScriptedHttpServer {

    public static final String SESSION_HEADER = "Mcp-Session-Id";

    private static final List<String> REVISIONS = List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");
    private static final String LATEST = "2025-11-25";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Set<String> sessions = new HashSet<>();
    private int sessionsOpened;
    private boolean issuesSessions = true;
    private boolean sessionsIssued;
    private String tools =
            "{\"name\":\"echo\",\"description\":\"Returns its arguments\"," + "\"inputSchema\":{\"type\":\"object\"}}";

    ScriptedLegacyServer(int port, Consumer<? super ScriptedLegacyServer> script) {
        super(port);
        script.accept(this);
        start();
    }

    /** Replaces the tools, each a JSON object. */
    public ScriptedLegacyServer tools(String... tools) {
        return locked(() -> {
            this.tools = String.join(",", Arrays.asList(tools));
            return this;
        });
    }

    /** Answers {@code initialize} without a session id from now on. */
    public ScriptedLegacyServer withoutSessions() {
        return locked(() -> {
            this.issuesSessions = false;
            return this;
        });
    }

    /** How many times {@code initialize} was answered by the server's own habit. */
    public int sessionsOpened() {
        return locked(() -> this.sessionsOpened);
    }

    /** Accepts a session that another server has begun, as one does that was restarted and keeps its sessions elsewhere. */
    public ScriptedLegacyServer knowingSession(String session) {
        issued(session);
        return this;
    }

    /** Answers 404 to the ids given out so far, as a restarted server does. */
    public void forgetSessions() {
        locked(() -> {
            this.sessions.clear();
            return this;
        });
    }

    @Override
    Reply unscripted(RecordedRequest request) {
        if (request.is("initialize")) {
            return request.header(SESSION_HEADER) == null
                    ? initialize(request)
                    : unexpected(request, "initialize with a session id");
        }
        if (request.is("server/discover")) {
            return noSession();
        }
        String session = request.header(SESSION_HEADER);
        if (session == null && this.sessionsIssued) {
            unexpected(request, "no session id");
            return noSession();
        }
        if (session != null && !this.sessions.contains(session)) {
            return Reply.json(404, rpcError(-32001, "Session not found"));
        }
        return inSession(request, session);
    }

    private Reply inSession(RecordedRequest request, @Nullable String session) {
        return switch (request.rpcMethod() == null ? request.method() : request.rpcMethod()) {
            case "notifications/initialized" -> Reply.accepted();
            case "ping" -> Reply.result("{}");
            case "tools/list" -> Reply.result("{\"tools\":[" + this.tools + "]}");
            case "tools/call" -> Reply.result(echo(request));
            case "GET" -> Reply.status(405).withHeader("Allow", "POST, DELETE");
            case "DELETE" -> {
                this.sessions.remove(session);
                yield Reply.status(200);
            }
            default -> unexpected(request, "unexpected");
        };
    }

    private Reply initialize(RecordedRequest request) {
        Reply.Whole reply = Reply.result(initializeResult(request));
        this.sessionsOpened++;
        if (!this.issuesSessions) {
            return reply;
        }
        Reply.Whole opening = reply.withHeader(SESSION_HEADER, "session-" + this.sessionsOpened);
        replying(request, opening);
        return opening;
    }

    /** Agrees to any revision with a handshake. */
    static String initializeResult(RecordedRequest request) {
        String asked = request.json().at("/params/protocolVersion").asString("");
        return "{\"protocolVersion\":\"" + (REVISIONS.contains(asked) ? asked : LATEST) + "\","
                + "\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}";
    }

    /** Learns the session id of an initialize answer that a rule gave. */
    @Override
    void replying(RecordedRequest request, Reply reply) {
        if (reply instanceof Reply.Held held) {
            replying(request, held.reply());
            return;
        }
        List<Reply.Header> headers = List.of();
        if (reply instanceof Reply.Whole whole) {
            headers = whole.headers();
        } else if (reply instanceof Reply.Streamed streamed && streamed.head() != null) {
            headers = streamed.head().headers();
        }
        if (request.is("initialize")) {
            headers.stream()
                    .filter(header -> header.name().equalsIgnoreCase(SESSION_HEADER))
                    .forEach(header -> issued(header.value()));
        }
    }

    private void issued(String session) {
        locked(() -> {
            this.sessionsIssued = true;
            return this.sessions.add(session);
        });
    }

    private static Reply noSession() {
        return Reply.json(400, rpcError(-32000, "Bad Request: No valid session ID provided"));
    }

    private static String rpcError(int code, String message) {
        return "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":" + code + ",\"message\":\"" + message + "\"}}";
    }

    /** The result of a tool that answers with its arguments. */
    static String echo(RecordedRequest request) {
        JsonNode arguments = request.json().at("/params/arguments");
        ObjectNode content = JSON.createObjectNode().put("type", "text").put("text", arguments.toString());
        return "{\"content\":[" + content + "],\"isError\":false}";
    }
}
