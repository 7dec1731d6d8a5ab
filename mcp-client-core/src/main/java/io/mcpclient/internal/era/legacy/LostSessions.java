package io.mcpclient.internal.era.legacy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonRpcError;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.transport.HttpStatusException;

/**
 * Detects from the response to a request with a session id whether the session is lost: as specified, and as observed with
 * existing servers. A request without a session id loses none.
 *
 * <p>"Mentions it" means a text that contains session, or not initialized; "denies it" one that says that the session is unknown,
 * invalid, over, or missing. "Of the call" means an error with an id that this
 * client could have generated, so that it may come from a tool; some servers use an id of their own, or none, if they refuse a
 * request before reading it.
 *
 * <table>
 * <caption>responses, first match applies</caption>
 * <tr><th>status</th><th>code</th><th>condition</th><th>verdict</th></tr>
 * <tr><td>404, 410</td><td>none, or a session code</td><td></td><td>lost</td></tr>
 * <tr><td></td><td>any other</td><td>of the call</td><td>suspected</td></tr>
 * <tr><td></td><td>any other</td><td></td><td>lost</td></tr>
 * <tr><td>400</td><td>none: nothing, text, HTML, other JSON</td><td></td><td>suspected</td></tr>
 * <tr><td></td><td>session code</td><td>mentions it, not of the call</td><td>lost</td></tr>
 * <tr><td></td><td>session code</td><td>mentions it, or not of the call</td><td>suspected</td></tr>
 * <tr><td></td><td>-32601, -32602</td><td></td><td>kept: errors of the call</td></tr>
 * <tr><td></td><td>any other</td><td>mentions it, not of the call</td><td>suspected</td></tr>
 * <tr><td>2xx</td><td>-32600, 32600</td><td>mentions it</td><td>suspected</td></tr>
 * <tr><td></td><td>-32000 to -32099, without those of MCP</td><td>denies it</td><td>suspected</td></tr>
 * <tr><td></td><td>-32000, -32001</td><td></td><td>suspected, and the call may have been executed</td></tr>
 * <tr><td>401, 403, 422, 500</td><td></td><td>denies it; 401 only after credentials were renewed, if they can be</td>
 * <td>suspected</td></tr>
 * <tr><td>any other</td><td></td><td></td><td>kept</td></tr>
 * </table>
 *
 * Session codes are -32600, 32600, -32000 and -32001. A suspicion is confirmed by a ping in the same session. After one
 * confirmation, the same refusal of the server with 400, 404 or 410 counts as a loss, unless it may come from a tool, or says
 * nothing. The other statuses may be those of anything behind the server: they are confirmed each time.
 *
 * <p>Thread-safe; one for all sessions with a server.
 *
 * @see "MCP 2025-11-25, basic/transports, Session Management (HTL-21, HTL-22, HTL-25); faults A21, D01, D04 to D06, D16, J08"
 */
final class LostSessions {

    private static final String NOT_INITIALIZED = "\\bnot (?:yet )?(?:been )?initiali[sz]ed|\\buninitiali[sz]ed";

    private static final Pattern SPEAKS_OF_IT =
            Pattern.compile("\\bsession|" + NOT_INITIALIZED, Pattern.CASE_INSENSITIVE);

    private static final String NOUN = "session(?:[ -]?id)?";

    private static final String OVER =
            "(?:not (?:be )?(?:found|known|valid|recogni[sz]ed|active)|unknown|invalid|expired|terminated|closed|gone|missing|"
                    + "required|no longer|(?:does not|doesn't|did not) exist|has ended|timed out|lost)";

    private static final Pattern DENIES_IT = Pattern.compile(
            "\\b" + NOUN + "\\b.{0,60}?\\b" + OVER + "\\b"
                    + "|\\b(?:unknown|invalid|expired|missing|unrecogni[sz]ed|stale|bad|no|no such|no valid|no active) (?:\\S+ )?"
                    + NOUN
                    + "\\b|" + NOT_INITIALIZED,
            Pattern.CASE_INSENSITIVE);

    /** 32600 is -32600 without its sign. */
    private static final Set<Integer> OF_REFUSALS = Set.of(-32600, 32600);

    private static final Set<Integer> OF_SERVERS = Set.of(-32000, -32001);

    /** Statuses by which servers refuse a session as such. */
    private static final Set<Integer> OF_SESSIONS = Set.of(400, 404, 410);

    private static final Set<Integer> OF_CALLS = Set.of(McpErrorCodes.METHOD_NOT_FOUND, McpErrorCodes.INVALID_PARAMS);

    private final RequestIds ids;

    private final Set<Shape> confirmed = ConcurrentHashMap.newKeySet();

    /**
     * Creates the table for one server.
     * @param ids generates ids of requests
     */
    LostSessions(RequestIds ids) {
        this.ids = ids;
    }

    /** Conclusion about the session. */
    enum Verdict {
        /** The session is kept. */
        KEPT,

        /** The session may be lost; a ping decides. */
        SUSPECTED,

        /** The session is lost. */
        LOST
    }

    /** Common properties of refusals of one kind by one server. There are few combinations, so that all can be stored. */
    private record Shape(int status, @Nullable Integer code, boolean speaksOfIt) {}

    /** Judges an unsuccessful HTTP response. */
    Verdict judge(HttpStatusException answer) {
        Verdict verdict = ofStatus(answer);
        return (verdict == Verdict.SUSPECTED && !isOfTheCall(answer) && this.confirmed.contains(shape(answer)))
                ? Verdict.LOST
                : verdict;
    }

    /** Returns whether the response to a message that reaches no tool says that the session is unknown. */
    boolean isDenied(HttpStatusException answer) {
        return judge(answer) != Verdict.KEPT && speaksOfIt(answer);
    }

    /** Records that a suspicion was confirmed. */
    void confirm(HttpStatusException answer) {
        boolean isTelling = (answer.error() != null) ? !isOfTheCall(answer) : speaksOfIt(answer);
        if (isTelling && OF_SESSIONS.contains(answer.status())) {
            this.confirmed.add(shape(answer));
        }
    }

    /** Returns whether a response has an error that may come from a tool. */
    boolean isOfTheCall(HttpStatusException answer) {
        JsonRpcError error = answer.error();
        return error != null && isOfTheCall(error);
    }

    private static Shape shape(HttpStatusException answer) {
        JsonRpcError error = answer.error();
        Integer code = (error != null && isSessionCode(error.code())) ? (Integer) error.code() : null;
        return new Shape(answer.status(), code, speaksOfIt(answer));
    }

    private Verdict ofStatus(HttpStatusException answer) {
        JsonRpcError error = answer.error();
        return switch (answer.status()) {
            case 404, 410 ->
                (error != null && isOfTheCall(error) && !isSessionCode(error.code()))
                        ? Verdict.SUSPECTED
                        : Verdict.LOST;
            case 400 -> (error != null) ? ofBadRequest(error) : Verdict.SUSPECTED;
            case 401, 403, 422, 500 ->
                suspectedIf(DENIES_IT.matcher(textOf(answer)).find());
            default -> Verdict.KEPT;
        };
    }

    private Verdict ofBadRequest(JsonRpcError error) {
        boolean speaksOfIt = speaksOfIt(error.message());
        boolean isRefusal = !isOfTheCall(error);
        if (isSessionCode(error.code())) {
            return (speaksOfIt && isRefusal) ? Verdict.LOST : suspectedIf(speaksOfIt || isRefusal);
        }
        return suspectedIf(speaksOfIt && isRefusal && !OF_CALLS.contains(error.code()));
    }

    /**
     * Judges an error with a successful HTTP status.
     * @param code its code
     * @param message its message
     */
    static Verdict judge(int code, String message) {
        return suspectedIf(OF_SERVERS.contains(code) || isRefusedSession(code, message));
    }

    /**
     * Returns whether an error with a successful HTTP status can only mean that the request was not processed.
     * @param code its code
     * @param message its message
     */
    static boolean isRefusedSession(int code, String message) {
        return (OF_REFUSALS.contains(code) && speaksOfIt(message))
                || (isOfServers(code) && DENIES_IT.matcher(message).find());
    }

    private static Verdict suspectedIf(boolean condition) {
        return condition ? Verdict.SUSPECTED : Verdict.KEPT;
    }

    /** In the range that JSON-RPC leaves to servers, without those that MCP defines. */
    private static boolean isOfServers(int code) {
        return code <= -32000
                && code >= -32099
                && code != McpErrorCodes.RESOURCE_NOT_FOUND
                && code != McpErrorCodes.URL_ELICITATION_REQUIRED
                && !McpErrorCodes.isOfStatelessRevisions(code);
    }

    private static boolean isSessionCode(int code) {
        return OF_REFUSALS.contains(code) || OF_SERVERS.contains(code);
    }

    private boolean isOfTheCall(JsonRpcError error) {
        return error.id() != null && this.ids.include(error.id());
    }

    private static boolean speaksOfIt(HttpStatusException answer) {
        return speaksOfIt(textOf(answer));
    }

    private static String textOf(HttpStatusException answer) {
        JsonRpcError error = answer.error();
        String text = (error != null) ? error.message() : answer.text();
        return (text != null) ? text : "";
    }

    private static boolean speaksOfIt(String text) {
        return SPEAKS_OF_IT.matcher(text).find();
    }
}
