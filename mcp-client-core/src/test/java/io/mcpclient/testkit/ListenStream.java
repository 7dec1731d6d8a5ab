package io.mcpclient.testkit;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * An answer to {@code subscriptions/listen} of a {@link ScriptedModernServer}, for the test to fill and to end. What is
 * sent arrives in order; nothing arrives after an end.
 */
public final class ListenStream {

    static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ScriptedModernServer server;
    private final RecordedRequest request;
    private final JsonNode filter;
    private final EventFeed feed = new EventFeed();

    ListenStream(ScriptedModernServer server, RecordedRequest request, JsonNode filter) {
        this.server = server;
        this.request = request;
        this.filter = filter;
        notify("notifications/subscriptions/acknowledged", "{\"notifications\":" + filter + "}");
    }

    /** The request that opened the stream. */
    public RecordedRequest request() {
        return this.request;
    }

    /** The notifications that the server has acknowledged. */
    public JsonNode filter() {
        return this.filter;
    }

    /** Whether the server has acknowledged this; {@code params} matter for a resource. */
    public boolean covers(String method, String params) {
        return switch (method) {
            case "notifications/tools/list_changed" ->
                this.filter.path("toolsListChanged").asBoolean(false);
            case "notifications/prompts/list_changed" ->
                this.filter.path("promptsListChanged").asBoolean(false);
            case "notifications/resources/list_changed" ->
                this.filter.path("resourcesListChanged").asBoolean(false);
            case "notifications/resources/updated" -> watches(object(params).path("uri"));
            default -> false;
        };
    }

    private boolean watches(JsonNode uri) {
        return this.filter.path("resourceSubscriptions").valueStream().anyMatch(uri::equals);
    }

    /** Sends a notification with the id of the subscription, asked for or not. */
    public ListenStream notify(String method, String params) {
        ObjectNode message = JSON.createObjectNode().put("jsonrpc", "2.0").put("method", method);
        ObjectNode identified = object(params);
        identified.withObjectProperty("_meta").set(SUBSCRIPTION_ID, id());
        message.set("params", identified);
        return send(message.toString());
    }

    /** Sends any message, as it is. */
    public ListenStream send(String json) {
        this.feed.send("data: " + json);
        return this;
    }

    /** Sends a comment, as servers do to keep a connection from being idle. */
    public ListenStream comment() {
        this.feed.send(":");
        return this;
    }

    /** Ends the subscription as a server should: with the answer to the request. */
    public void end() {
        ObjectNode result = JSON.createObjectNode().put("resultType", "complete");
        result.withObjectProperty("_meta").set(SUBSCRIPTION_ID, id());
        send("{\"jsonrpc\":\"2.0\",\"id\":" + this.request.rpcId() + ",\"result\":" + result + "}");
        over(Reply.Ending.END);
    }

    /** Ends the stream as HTTP wants it, but without an answer to the request. */
    public void endWithoutAnswer() {
        over(Reply.Ending.END);
    }

    /** Closes the connection in the middle of the stream. */
    public void cut() {
        over(Reply.Ending.CLOSE);
    }

    /** Resets the connection. */
    public void reset() {
        over(Reply.Ending.RESET);
    }

    private void over(Reply.Ending ending) {
        this.server.over(this);
        this.feed.end(ending);
    }

    Reply reply() {
        return Reply.sse().withHeader("X-Accel-Buffering", "no").follow(this.feed);
    }

    private JsonNode id() {
        return JSON.readTree(String.valueOf(this.request.rpcId()));
    }

    private static ObjectNode object(String json) {
        try {
            return (ObjectNode) JSON.readTree(json);
        } catch (JacksonException | ClassCastException ex) {
            throw new IllegalArgumentException("params must be a JSON object: " + json, ex);
        }
    }

    @Override
    public String toString() {
        return this.request + " " + this.filter;
    }
}
