package io.mcpclient.testkit;

import java.util.List;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A request of an application to a {@link FakeModel}, whatever API it uses. */
public final class FakeModelRequest {

    private final ModelApi api;
    private final String body;
    private final JsonNode json;
    private final @Nullable String refusal;

    FakeModelRequest(ModelApi api, String body, JsonNode json, @Nullable String refusal) {
        this.api = api;
        this.body = body;
        this.json = json;
        this.refusal = refusal;
    }

    /** The body as it arrived. */
    public String body() {
        return this.body;
    }

    /** The parsed body, a missing node if it is not JSON. */
    public JsonNode json() {
        return this.json;
    }

    /** Why the model refused it, {@code null} if it was answered. */
    public @Nullable String refusal() {
        return this.refusal;
    }

    /** The messages of the conversation, in the form of the API. */
    public List<JsonNode> messages() {
        return this.api.messages(this.json);
    }

    /** The definitions of the offered functions: {@code name}, {@code description} and {@code parameters}. */
    public List<JsonNode> tools() {
        return this.api.tools(this.json);
    }

    /** The names of the offered functions. */
    public List<String> toolNames() {
        return tools().stream().map(tool -> tool.path("name").asString("")).toList();
    }

    /** The texts of all results of tools in order. */
    public List<String> toolTexts() {
        return this.api.toolTexts(this.json);
    }

    /** The texts of the results after the last turn of the model. */
    public List<String> lastToolTexts() {
        return this.api.lastToolTexts(this.json);
    }

    /** The images in messages of the user, each as a {@code data:} URL. */
    public List<String> userImages() {
        return this.api.userImages(this.json);
    }

    @Override
    public String toString() {
        return (this.refusal == null) ? this.body : "refused (" + this.refusal + "): " + this.body;
    }
}
