package io.mcpclient.jsonrpc;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Members of a message in the order received; the rules of JSON-RPC are checked at the end. Some servers write all members,
 * those that a message does not have as {@code null}.
 *
 * <table>
 * <caption>Members that are {@code null}</caption>
 * <tr><th>member</th><th>meaning</th></tr>
 * <tr><td>{@code method}, {@code params}, {@code error} beside a result, {@code result} beside an error, both in a request or
 * a notification</td><td>absent</td></tr>
 * <tr><td>{@code id} of a method whose name is that of a notification</td><td>absent</td></tr>
 * <tr><td>{@code id} of another method</td><td>malformed: the peer waits for a response that could not be correlated
 * (RPC-02)</td></tr>
 * <tr><td>{@code id} of an error</td><td>the peer could not read the request (RPC-08)</td></tr>
 * <tr><td>{@code result} or {@code error}, without the other</td><td>malformed (RPC-09)</td></tr>
 * </table>
 */
final class Envelope {

    private static final String NOTIFICATIONS = "notifications/";

    private @Nullable JsonRpcId id;

    private boolean idSeen;

    private @Nullable String version;

    private boolean methodSeen;

    private @Nullable String method;

    private boolean paramsSeen;

    private @Nullable Object params;

    private Member resultMember = Member.ABSENT;

    private boolean resultSkipped;

    private @Nullable Object result;

    private Member errorMember = Member.ABSENT;

    private @Nullable JsonRpcError error;

    private @Nullable String problem;

    /** Presence of a member. */
    private enum Member {
        ABSENT,
        NULL,
        PRESENT
    }

    void version(String version) {
        once(this.version != null, "jsonrpc");
        this.version = version;
    }

    void id(@Nullable JsonRpcId id) {
        once(this.idSeen, "id");
        this.idSeen = true;
        this.id = id;
    }

    void method(@Nullable String method) {
        once(this.methodSeen, "method");
        this.methodSeen = true;
        this.method = method;
    }

    void params(@Nullable Object params) {
        once(this.paramsSeen, "params");
        this.paramsSeen = true;
        this.params = params;
    }

    void resultSeen(boolean isNull) {
        once(this.resultMember != Member.ABSENT, "result");
        this.resultMember = isNull ? Member.NULL : Member.PRESENT;
    }

    void errorSeen(boolean isNull) {
        once(this.errorMember != Member.ABSENT, "error");
        this.errorMember = isNull ? Member.NULL : Member.PRESENT;
    }

    void resultSkipped() {
        this.resultSkipped = true;
    }

    void result(Object result) {
        this.result = result;
    }

    void error(JsonRpcError error) {
        this.error = error;
    }

    @Nullable
    Object result() {
        return this.result;
    }

    @Nullable
    JsonRpcId id() {
        return this.id;
    }

    /** Id of a response whose result was skipped because the id was not known yet; {@code null} for all others. */
    @Nullable
    JsonRpcId idOfSkippedResult() {
        return (this.resultSkipped && this.problem == null) ? this.id : null;
    }

    void problem(String problem) {
        if (this.problem == null) {
            this.problem = problem;
        }
    }

    /** A duplicate member could be interpreted differently by this client and by an upstream filter (fault F08). */
    private static void once(boolean seen, String name) {
        if (seen) {
            throw new MalformedMessageException("duplicate member \"" + name + "\"", false, null);
        }
    }

    JsonRpcMessage toMessage() {
        if (!"2.0".equals(this.version)) {
            throw new MalformedMessageException("missing \"jsonrpc\": \"2.0\"", false, null);
        }
        if (this.method != null) {
            return toCall(this.method);
        }
        String violation = violation();
        if (violation != null) {
            problem(violation);
        }
        return toResponse();
    }

    /** A response has either a result or an error (RPC-09). */
    private @Nullable String violation() {
        boolean hasResult = this.resultMember == Member.PRESENT;
        boolean hasError = this.errorMember == Member.PRESENT;
        if (hasResult != hasError) {
            return null;
        }
        if (hasResult) {
            return "both \"result\" and \"error\"";
        }
        if (this.resultMember == this.errorMember) {
            return "neither \"result\" nor \"error\"";
        }
        return (this.resultMember == Member.NULL) ? "\"result\" is null" : "\"error\" is null";
    }

    private JsonRpcMessage toCall(String method) {
        if (this.resultMember == Member.PRESENT || this.errorMember == Member.PRESENT) {
            throw new MalformedMessageException("\"method\" and a response in one message", false, null);
        }
        if (!this.idSeen || (this.id == null && method.startsWith(NOTIFICATIONS))) {
            return new JsonRpcNotification(method, this.params);
        }
        if (this.id == null) {
            throw new MalformedMessageException("a request with \"id\": null", false, null);
        }
        return new JsonRpcRequest(this.id, method, this.params);
    }

    private JsonRpcMessage toResponse() {
        if (this.problem == null && this.error != null) {
            return new JsonRpcError(this.id, this.error.code(), this.error.message(), this.error.data());
        }
        if (this.id == null) {
            throw new MalformedMessageException(
                    (this.problem != null) ? this.problem : "a response without \"id\"", false, null);
        }
        if (this.problem != null) {
            return new JsonRpcInvalidResponse(this.id, this.problem);
        }
        // No request is waiting for a skipped result, so its value is irrelevant.
        return new JsonRpcResult(this.id, (this.result != null) ? this.result : Map.of());
    }
}
