package io.mcpclient.sample.dialog;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpSamplingApproval;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.SamplingMessage;

/**
 * Holds the servers' requests to the model until the user approves or denies them in a dialog, with what would be sent. A request
 * without a timely decision is denied, and so is every request beyond a limit.
 */
@Component
public class SamplingConsent implements McpSamplingApproval {

    private final OpenDialogs<Pending, Boolean> dialogs;

    SamplingConsent(@Value("${sample.approval-timeout:2m}") Duration patience) {
        this.dialogs = new OpenDialogs<>(patience);
    }

    /**
     * A request that waits for the user. All texts are untrusted texts of the server.
     *
     * @param id id of the request
     * @param server configured name of the server
     * @param systemPrompt system prompt that the server wants, or {@code null}
     * @param messages messages for the model
     * @param maxTokens maximum number of tokens of the response
     */
    public record Pending(
            String id, String server, @Nullable String systemPrompt, List<SamplingMessage> messages, long maxTokens) {}

    @Override
    public boolean approve(CreateMessageParams params, McpRequestContext context) throws InterruptedException {
        return this.dialogs.ask(
                id -> new Pending(
                        id, context.serverName(), params.systemPrompt(), params.messages(), params.maxTokens()),
                false);
    }

    /**
     * Returns the requests that wait.
     * @return the requests, oldest first
     */
    public List<Pending> pending() {
        return this.dialogs.list();
    }

    /**
     * Takes the decision of the user.
     * @param id id of the request
     * @param isApproved decision of the user
     * @return whether the request was still waiting
     */
    public boolean respond(String id, boolean isApproved) {
        return this.dialogs.respond(id, isApproved);
    }
}
