package io.mcpclient.sample.dialog;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.schema.ElicitFormParams;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.ElicitURLParams;
import io.mcpclient.schema.RequestedSchema;

/**
 * Holds the servers' questions until the user responds at the console. A question without a timely response is cancelled,
 * and so is every question beyond a limit: there is only one user.
 */
@Component
public class Elicitations {

    private static final int MAX_PENDING = 16;

    private final ConcurrentMap<String, Pending> pending = new ConcurrentHashMap<>();

    private final AtomicLong asked = new AtomicLong();

    private final Duration patience;

    Elicitations(@Value("${sample.elicitation-timeout:2m}") Duration patience) {
        this.patience = patience;
    }

    /**
     * One question of a server. Message, form and address are untrusted text of the server.
     *
     * @param number how many were asked before
     * @param id id to answer under
     * @param server configured name of the server that asks
     * @param message what it says
     * @param schema the form to fill in, or {@code null} if it is a page to visit
     * @param url address of the page to visit, or {@code null} if it is a form
     * @param answer completed with what the user says
     */
    public record Pending(
            @JsonIgnore long number,
            String id,
            String server,
            String message,
            @Nullable RequestedSchema schema,
            @Nullable String url,
            @JsonIgnore CompletableFuture<ElicitResult> answer) {}

    ElicitResult fillIn(ElicitFormParams params, McpRequestContext context) throws InterruptedException {
        return ask(context.serverName(), params.message(), params.requestedSchema(), null);
    }

    ElicitResult visit(ElicitURLParams params, McpRequestContext context) throws InterruptedException {
        return ask(context.serverName(), params.message(), null, params.url());
    }

    private ElicitResult ask(String server, String message, @Nullable RequestedSchema schema, @Nullable String url)
            throws InterruptedException {
        if (this.pending.size() >= MAX_PENDING) {
            return ElicitResult.cancel();
        }
        Pending question = new Pending(
                this.asked.getAndIncrement(),
                UUID.randomUUID().toString(),
                server,
                message,
                schema,
                url,
                new CompletableFuture<>());
        this.pending.put(question.id(), question);
        try {
            return question.answer().get(this.patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException ex) {
            return ElicitResult.cancel();
        } finally {
            this.pending.remove(question.id());
        }
    }

    /**
     * Returns the pending questions.
     * @return the questions, oldest first
     */
    public List<Pending> pending() {
        return this.pending.values().stream()
                .sorted((one, other) -> Long.compare(one.number(), other.number()))
                .toList();
    }

    /**
     * Answers a question.
     * @param id id of the question
     * @param answer what the user says
     * @return whether the question was still open
     */
    public boolean answer(String id, ElicitResult answer) {
        Pending question = this.pending.get(id);
        return question != null && question.answer().complete(answer);
    }
}
