package io.mcpclient.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A language model behind the HTTP API of a provider, on the loopback interface: {@code POST /v1/chat/completions} of OpenAI,
 * with and without {@code stream}, and {@code POST /v1beta/models/{model}:generateContent} of Gemini.
 *
 * <p>It is as strict as the providers: what they refuse with 400, see {@link OpenAiRules}, {@link GeminiRules} and {@link
 * ProviderChecks}, it refuses with the same status and the same form of error, without using up a turn. Other requests get the
 * turns of the script in their order; a request without a turn is refused as well. All requests are recorded. All methods may be
 * called from any thread.
 */
public final class FakeModel implements AutoCloseable {

    private static final String OPENAI_PATH = "/v1/chat/completions";

    private static final String GEMINI_PATH = "/v1beta/models/";

    private final Object lock = new Object();
    private final ScriptedHttpServer server = new ScriptedHttpServer();
    private final ModelApi openAi = new OpenAiApi();
    private final ModelApi gemini = new GeminiApi();
    private final Deque<Function<FakeModelRequest, FakeModelTurn>> turns = new ArrayDeque<>();
    private final List<FakeModelRequest> requests = new ArrayList<>();
    private @Nullable Function<FakeModelRequest, FakeModelTurn> afterwards;
    private boolean checksSchemas = true;
    private int played;

    public FakeModel() {
        this.server.onAny().optionally().reply(this::answer);
    }

    /** The base URL for clients of OpenAI. */
    public String openAiUrl() {
        return "http://127.0.0.1:" + this.server.port() + "/v1";
    }

    /** The base URL for clients of Gemini. */
    public String geminiUrl() {
        return "http://127.0.0.1:" + this.server.port() + "/v1beta";
    }

    /** Accepts all schemas of functions, for tests of other things. */
    public FakeModel withoutSchemaChecks() {
        synchronized (this.lock) {
            this.checksSchemas = false;
            return this;
        }
    }

    // script

    /** Adds a turn with one call, its arguments as the model writes them. */
    public FakeModel thenCall(String tool, String arguments) {
        return then(request -> FakeModelTurn.call(tool, arguments));
    }

    /** Adds a turn with several calls. */
    public FakeModel thenCall(FakeModelTurn.Call... calls) {
        return then(request -> FakeModelTurn.call(calls));
    }

    /** Adds a turn with a text. */
    public FakeModel thenSay(String text) {
        return then(request -> FakeModelTurn.say(text));
    }

    /** Adds a turn that says what the tools returned since the last turn, each result in a line. */
    public FakeModel thenSayResults() {
        return then(request -> FakeModelTurn.say(String.join("\n", request.lastToolTexts())));
    }

    /** Adds a turn that depends on the request. */
    public FakeModel then(Function<FakeModelRequest, FakeModelTurn> turn) {
        synchronized (this.lock) {
            this.turns.add(turn);
            return this;
        }
    }

    /** Sets the turn for all requests after the last one of the script. */
    public FakeModel afterwards(Function<FakeModelRequest, FakeModelTurn> turn) {
        synchronized (this.lock) {
            this.afterwards = turn;
            return this;
        }
    }

    // recorded requests

    /** All requests in order of arrival, refused ones too. */
    public List<FakeModelRequest> requests() {
        synchronized (this.lock) {
            return List.copyOf(this.requests);
        }
    }

    /**
     * The last request.
     * @throws AssertionError if there was none
     */
    public FakeModelRequest lastRequest() {
        List<FakeModelRequest> all = requests();
        if (all.isEmpty()) {
            throw new AssertionError("the model was not asked");
        }
        return all.get(all.size() - 1);
    }

    /** The reasons for which requests were refused. */
    public List<String> refusals() {
        return requests().stream()
                .map(FakeModelRequest::refusal)
                .filter(refusal -> refusal != null)
                .toList();
    }

    /** The results of tools in the last request since the last turn of the model, see {@link FakeModelRequest#lastToolTexts}. */
    public List<String> lastToolTexts() {
        return lastRequest().lastToolTexts();
    }

    /** The names of the tools that the last request offers. */
    public List<String> toolNames() {
        return lastRequest().toolNames();
    }

    /** The images in messages of the user in the last request, each as a {@code data:} URL. */
    public List<String> userImages() {
        return lastRequest().userImages();
    }

    /** The messages of the last request. */
    public List<JsonNode> messages() {
        return lastRequest().messages();
    }

    /** Closes the server; fails if a turn of the script failed. */
    @Override
    public void close() {
        this.server.close();
    }

    // requests

    private Reply answer(RecordedRequest request) {
        if (request.is("POST") && request.path().equals(OPENAI_PATH)) {
            return answer(this.openAi, request);
        }
        if (request.is("POST")
                && request.path().startsWith(GEMINI_PATH)
                && request.path().split("\\?", 2)[0].endsWith(":generateContent")) {
            return answer(this.gemini, request);
        }
        return this.openAi.refuse(
                404, ModelRefusal.of("Invalid URL (" + request.method() + " " + request.path() + ")"));
    }

    private Reply answer(ModelApi api, RecordedRequest request) {
        JsonNode json = request.json();
        ModelRefusal refusal =
                api.refusal(json).or(() -> schemaRefusal(api, json)).orElse(null);
        Function<FakeModelRequest, FakeModelTurn> turn;
        FakeModelRequest recorded;
        int number;
        synchronized (this.lock) {
            turn = (refusal != null) ? null : this.turns.isEmpty() ? this.afterwards : this.turns.remove();
            if (refusal == null && turn == null) {
                refusal = ModelRefusal.of("the script of the test has no turn for this request");
            }
            recorded = new FakeModelRequest(api, request.body(), json, (refusal == null) ? null : refusal.message());
            this.requests.add(recorded);
            number = (turn == null) ? 0 : ++this.played;
        }
        return (turn == null) ? api.refuse(400, refusal) : api.reply(json, turn.apply(recorded), number);
    }

    private Optional<ModelRefusal> schemaRefusal(ModelApi api, JsonNode json) {
        synchronized (this.lock) {
            return this.checksSchemas ? api.schemaRefusal(json) : Optional.empty();
        }
    }
}
