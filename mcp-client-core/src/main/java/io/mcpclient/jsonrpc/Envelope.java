package io.mcpclient.jsonrpc;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Members of a message as they come, checked for the rules of JSON-RPC at the end. */
final class Envelope {

    private @Nullable JsonRpcId id;

    private boolean idSeen;

    private @Nullable String version;

    private @Nullable String method;

    private boolean paramsSeen;

    private @Nullable Object params;

    private boolean resultSeen;

    private boolean resultSkipped;

    private @Nullable Object result;

    private boolean errorSeen;

    private @Nullable JsonRpcError error;

    private @Nullable String problem;

    void version(String version) {
        once(this.version != null, "jsonrpc");
        this.version = version;
    }

    void id(@Nullable JsonRpcId id) {
        once(this.idSeen, "id");
        this.idSeen = true;
        this.id = id;
    }

    void method(String method) {
        once(this.method != null, "method");
        this.method = method;
    }

    void params(@Nullable Object params) {
        once(this.paramsSeen, "params");
        this.paramsSeen = true;
        this.params = params;
    }

    void resultSeen() {
        once(this.resultSeen, "result");
        this.resultSeen = true;
    }

    void errorSeen() {
        once(this.errorSeen, "error");
        this.errorSeen = true;
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
    JsonRpcId id() {
        return this.id;
    }

    /** The id of an answer whose result was skipped because the id was not known yet; {@code null} for all others. */
    @Nullable
    JsonRpcId idOfSkippedResult() {
        return (this.resultSkipped && this.problem == null) ? this.id : null;
    }

    void problem(String problem) {
        if (this.problem == null) {
            this.problem = problem;
        }
    }

    /** A name that stands twice could be read differently by us and by a filter before us (fault F08). */
    private static void once(boolean seen, String name) {
        if (seen) {
            throw new MalformedMessageException("\"" + name + "\" stands twice", false, null);
        }
    }

    JsonRpcMessage toMessage() {
        if (!"2.0".equals(this.version)) {
            throw new MalformedMessageException("no \"jsonrpc\": \"2.0\"", false, null);
        }
        if (this.method != null) {
            return toCall(this.method);
        }
        if (!this.resultSeen && !this.errorSeen) {
            problem("neither \"result\" nor \"error\"");
        } else if (this.resultSeen && this.errorSeen) {
            problem("both \"result\" and \"error\"");
        }
        return toResponse();
    }

    private JsonRpcMessage toCall(String method) {
        if (this.resultSeen || this.errorSeen) {
            throw new MalformedMessageException("a method and an answer in one message", false, null);
        }
        if (!this.idSeen) {
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
                    (this.problem != null) ? this.problem : "an answer without \"id\"", false, null);
        }
        if (this.problem != null) {
            return new JsonRpcInvalidResponse(this.id, this.problem);
        }
        // A skipped result is one that nobody waits for: its value is of no interest.
        return new JsonRpcResult(this.id, (this.result != null) ? this.result : Map.of());
    }
}
