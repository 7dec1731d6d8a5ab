package io.mcpclient.sample.dialog;

import java.time.Duration;
import java.util.List;

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

    private final OpenDialogs<Pending, ElicitResult> dialogs;

    Elicitations(@Value("${sample.elicitation-timeout:2m}") Duration patience) {
        this.dialogs = new OpenDialogs<>(patience);
    }

    /**
     * One question of a server. Message, form and address are untrusted text of the server.
     *
     * @param id id to answer under
     * @param server configured name of the server that asks
     * @param message what it says
     * @param schema the form to fill in, or {@code null} if it is a page to visit
     * @param url address of the page to visit, or {@code null} if it is a form
     */
    public record Pending(
            String id,
            String server,
            String message,
            @Nullable RequestedSchema schema,
            @Nullable String url) {}

    ElicitResult fillIn(ElicitFormParams params, McpRequestContext context) throws InterruptedException {
        return ask(context.serverName(), params.message(), params.requestedSchema(), null);
    }

    ElicitResult visit(ElicitURLParams params, McpRequestContext context) throws InterruptedException {
        return ask(context.serverName(), params.message(), null, params.url());
    }

    private ElicitResult ask(String server, String message, @Nullable RequestedSchema schema, @Nullable String url)
            throws InterruptedException {
        return this.dialogs.ask(id -> new Pending(id, server, message, schema, url), ElicitResult.cancel());
    }

    /**
     * Returns the pending questions.
     * @return the questions, oldest first
     */
    public List<Pending> pending() {
        return this.dialogs.list();
    }

    /**
     * Answers a question.
     * @param id id of the question
     * @param answer what the user says
     * @return whether the question was still open
     */
    public boolean answer(String id, ElicitResult answer) {
        return this.dialogs.respond(id, answer);
    }
}
