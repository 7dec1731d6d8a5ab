package io.mcpclient.test;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.McpMetaKeys;
import io.mcpclient.schema.RequestedSchema;

/**
 * A call of a tool that a {@link McpTestServer} has received, with the answers to what the tool has asked the client so far.
 *
 * <p>Methods throw a {@link NullPointerException} for an argument that must not be {@code null}, and an {@link IllegalArgumentException}
 * for a number that JSON does not have. Immutable.
 */
public final class McpTestCall {

    /** Key of the question of {@link McpTestTool#asks}. */
    static final String ANSWER = "answer";

    private static final String ELICIT = "elicitation/create";

    private static final Set<Object> ACTIONS = Set.of("accept", "decline", "cancel");

    private static final List<String> LEVELS =
            List.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

    private final String id;

    private final Received received;

    private final Arguments check;

    private final Map<String, Map<String, Object>> answers;

    private final @Nullable Consumer<String> statusOfTask;

    McpTestCall(Received received) {
        this(UUID.randomUUID().toString(), received, Map.of(), null);
    }

    private McpTestCall(
            String id,
            Received received,
            Map<String, Map<String, Object>> answers,
            @Nullable Consumer<String> statusOfTask) {
        this.id = id;
        this.received = received;
        this.check = new Arguments("Call of the tool \"" + tool() + "\"");
        this.answers = answers;
        this.statusOfTask = statusOfTask;
    }

    /**
     * Returns the id of the call.
     * @return an id that is unique, and the same in all rounds of a call whose tool asks the client
     */
    public String id() {
        return this.id;
    }

    /**
     * Returns the name of the tool.
     * @return the name
     */
    public String tool() {
        return String.valueOf(this.received.params().get("name"));
    }

    /**
     * Returns the arguments.
     * @return plain JSON, empty if there were none
     */
    public Map<String, Object> arguments() {
        return Json.member(this.received.params(), "arguments");
    }

    /**
     * Binds the arguments.
     * @param type a record or bean
     * @param <T> the type
     * @return the arguments
     * @throws IllegalArgumentException if they do not fit the type
     */
    public <T> T arguments(Class<T> type) {
        return Json.convert(arguments(), this.check.present(type, "type"));
    }

    /**
     * Returns the metadata of the request.
     * @return its {@code _meta} object, empty if there was none
     */
    public Map<String, Object> meta() {
        return this.received.meta();
    }

    /**
     * Returns the HTTP headers of the request.
     * @return values by names in lower case; empty in memory
     */
    public Map<String, String> headers() {
        return this.received.request().headers();
    }

    /**
     * Returns the user's answer to the question of {@link McpTestTool#asks}.
     * @return the answer, or {@code null} if the tool did not ask
     */
    public @Nullable ElicitResult answer() {
        return answer(ANSWER, ElicitResult.class);
    }

    /**
     * Returns the client's answer to a question of {@link #asks} or {@link #asksModel}.
     * @param key key of the question
     * @param type {@link ElicitResult} or {@link io.mcpclient.schema.CreateMessageResult}
     * @param <T> the type
     * @return the answer, or {@code null} if the tool has not asked, or asked again
     * @throws IllegalArgumentException if it does not fit the type
     */
    public <T> @Nullable T answer(String key, Class<T> type) {
        this.check.present(type, "type");
        Map<String, Object> answer = this.answers.get(this.check.present(key, "key"));
        return (answer != null) ? Json.convert(answer, type) : null;
    }

    /**
     * Asks the user with a form, in both eras. The function of {@link McpTestTool#answersLater} returns this, and is called again with
     * the answer. In the stateless era, a client that does not declare the capability gets the error of the specification.
     * @param key key of the answer; a key that was used before asks again
     * @param message the question
     * @param form the form
     * @param <T> type of the result of the function
     * @return a publisher that fails
     * @see "MCP 2026-07-28, basic/patterns/mrtr"
     */
    public <T> Mono<T> asks(String key, String message, RequestedSchema form) {
        this.check.present(key, "key");
        this.check.present(message, "message");
        this.check.present(form, "form");
        return Mono.error(() -> new ToolStep.InputNeeded(
                key, ELICIT, Map.of("mode", "form", "message", message, "requestedSchema", form)));
    }

    /**
     * Asks the model of the client, like {@link #asks}.
     * @param key key of the answer; a key that was used before asks again
     * @param prompt messages and limits
     * @param <T> type of the result of the function
     * @return a publisher that fails
     */
    public <T> Mono<T> asksModel(String key, CreateMessageParams prompt) {
        this.check.present(key, "key");
        this.check.present(prompt, "prompt");
        return Mono.error(() -> new ToolStep.InputNeeded(key, "sampling/createMessage", prompt));
    }

    /**
     * Returns whether the client can be asked.
     * @param capability {@code elicitation}, which means forms, {@code sampling} or {@code roots}
     * @return whether the client declares it
     */
    public boolean supports(String capability) {
        return this.received.supports(this.check.present(capability, "capability"));
    }

    /**
     * Returns whether the call runs as a task, see {@link McpTestTool#runsAsTask}.
     * @return whether it does
     */
    public boolean isTask() {
        return this.statusOfTask != null;
    }

    /**
     * Reports progress, if the client asked for it; the message becomes the status of a task.
     * @param progress progress so far
     * @param total the final value
     * @param message description of the step, or {@code null}
     */
    public void report(double progress, double total, @Nullable String message) {
        this.check.number(progress, "progress");
        this.check.number(total, "total");
        Object token = meta().get(McpMetaKeys.PROGRESS_TOKEN);
        if (this.statusOfTask != null) {
            this.statusOfTask.accept((message != null) ? message : "");
        } else if (token == null) {
            this.received.exchange().probe();
        } else {
            Map<String, Object> params = new LinkedHashMap<>();
            params.put("progressToken", token);
            params.put("progress", number(progress));
            params.put("total", number(total));
            if (message != null) {
                params.put("message", message);
            }
            this.received.notify("notifications/progress", params);
        }
    }

    private static Object number(double value) {
        return (value == Math.rint(value) && Math.abs(value) < Long.MAX_VALUE) ? (Object) (long) value : value;
    }

    /**
     * Sends a log message of this call, to a client of the stateless era that asked for its level or a lower one.
     * @param level level of the message
     * @param logger name of the logger
     * @param data the message
     */
    public void log(LoggingLevel level, String logger, Object data) {
        this.check.present(level, "level");
        this.check.present(logger, "logger");
        this.check.present(data, "data");
        int asked = LEVELS.indexOf(String.valueOf(meta().get(McpMetaKeys.LOG_LEVEL)));
        if (!isTask() && asked >= 0 && asked <= LEVELS.indexOf(level.toString())) {
            this.received.notify("notifications/message", Map.of("level", level, "logger", logger, "data", data));
        }
    }

    void disconnect() {
        this.received.channel().disconnect();
    }

    Received received() {
        return this.received;
    }

    /** Returns this call as the client repeats it, with its answer if that is one. */
    McpTestCall next(Received repeated, ToolStep.InputNeeded needed, @Nullable Object answer) {
        Map<String, Map<String, Object>> all = new LinkedHashMap<>(this.answers);
        all.remove(needed.key());
        if (isAnswer(needed, answer)) {
            all.put(needed.key(), Json.object(answer));
        }
        return new McpTestCall(this.id, repeated, all, this.statusOfTask);
    }

    static boolean isAnswer(ToolStep.InputNeeded needed, @Nullable Object answer) {
        return answer != null
                && (!needed.method().equals(ELICIT)
                        || ACTIONS.contains(String.valueOf(Json.object(answer).get("action"))));
    }

    McpTestCall asTask(Consumer<String> status) {
        return new McpTestCall(this.id, this.received, this.answers, status);
    }

    @Override
    public String toString() {
        return tool() + " " + Json.text(arguments());
    }
}
