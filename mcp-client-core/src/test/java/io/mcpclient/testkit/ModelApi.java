package io.mcpclient.testkit;

import java.util.List;
import java.util.Optional;

import tools.jackson.databind.JsonNode;

/** One of the HTTP APIs that a {@link FakeModel} has: how requests are read and checked, and how turns are written. */
interface ModelApi {

    /** The definitions of the functions: {@code name}, {@code description} and {@code parameters}. */
    List<JsonNode> tools(JsonNode body);

    /** The messages of the conversation, in the form of this API. */
    List<JsonNode> messages(JsonNode body);

    /** The texts of all results of tools in order. */
    List<String> toolTexts(JsonNode body);

    /** The texts of the results after the last turn of the model. */
    List<String> lastToolTexts(JsonNode body);

    /** The images in messages of the user, each as a {@code data:} URL. */
    List<String> userImages(JsonNode body);

    /** What the API refuses, except for schemas of functions. */
    Optional<ModelRefusal> refusal(JsonNode body);

    /** What the API refuses in schemas of functions, see {@link ProviderChecks}. */
    Optional<ModelRefusal> schemaRefusal(JsonNode body);

    Reply refuse(int status, ModelRefusal refusal);

    /**
     * Writes a turn.
     * @param number of the turn, from 1
     */
    Reply reply(JsonNode body, FakeModelTurn turn, int number);
}
