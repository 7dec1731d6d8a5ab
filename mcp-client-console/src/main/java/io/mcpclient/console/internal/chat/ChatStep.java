package io.mcpclient.console.internal.chat;

import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.call.CallHandler;
import io.mcpclient.call.McpCall;
import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.call.McpToolApprovalRequest;
import io.mcpclient.console.internal.tool.RunRecorder;
import io.mcpclient.console.internal.wire.CallOwner;
import io.mcpclient.handler.McpProgress;
import io.mcpclient.handler.McpProgressListener;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.settings.McpApprovalPolicy;

/**
 * A call of a tool by a model. It is the progress listener of the requests that the call makes, by which {@link ChatInterceptor}
 * recognizes them: they are recorded, made for the user of the conversation, and confirmed by this user where necessary. Thread-safe.
 *
 * <table>
 * <caption>a request {@code tools/call}, first match applies</caption>
 * <tr><th>condition</th><th>reaction</th></tr>
 * <tr><td>the application has an approval of its own</td><td>made, and approved as the application has configured it</td></tr>
 * <tr><td>the tool is marked as read-only or as not destructive</td><td>made, and approved as configured, at the console</td></tr>
 * <tr><td>the user has approved the tool for the conversation</td><td>made</td></tr>
 * <tr><td>otherwise</td><td>the user is asked; the model reads that a call was not approved</td></tr>
 * </table>
 */
final class ChatStep implements McpProgressListener {

    private static final int MAX_TEXT = 100_000;

    private final ChatTurn turn;

    private final long entry;

    private final long begunAt;

    private volatile RunRecorder.@Nullable Recording run;

    ChatStep(ChatTurn turn, ChatEntry entry) {
        this.turn = turn;
        this.entry = entry.id();
        this.begunAt = entry.at();
    }

    /** The recorded call has a listener of its own. */
    @Override
    public void onProgress(McpProgress progress) {}

    /** Ends the call with what the model reads. */
    void end(McpModelResult result) {
        end(result.isError() ? ChatEntry.State.FAILED : ChatEntry.State.DONE, result.text());
    }

    /** Ends the call: nothing reads its result. */
    void cancel() {
        end(ChatEntry.State.CANCELLED, "");
        RunRecorder.Recording called = this.run;
        if (called != null) {
            called.cancel();
        }
    }

    private void end(ChatEntry.State state, String text) {
        long millis = this.turn.now() - this.begunAt;
        String shown = (text.length() > MAX_TEXT) ? text.substring(0, MAX_TEXT) + "…" : text;
        this.turn.update(
                this.entry,
                one -> one.with(Objects.requireNonNull(one.tool()).took(millis)).with(state, shown));
        this.turn.ended(this);
    }

    /** Makes a request of the call. */
    Mono<Object> request(McpCall call, CallHandler next) {
        McpRegisteredTool tool =
                (call.method().equals(McpMethods.TOOLS_CALL) && call.params() instanceof CallToolParams params)
                        ? registered(call.serverName(), params.name())
                        : null;
        return (tool != null && call.params() instanceof CallToolParams params)
                ? confirmed(call, next, tool, (params.arguments() != null) ? params.arguments() : Map.of())
                : marked(next.handle(call), false);
    }

    private @Nullable McpRegisteredTool registered(String server, String name) {
        return this.turn.parts().tools().snapshot().tools().stream()
                .filter(one -> one.server().equals(server) && one.tool().name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private Mono<Object> confirmed(
            McpCall call, CallHandler next, McpRegisteredTool tool, Map<String, Object> arguments) {
        boolean needsConfirmation =
                this.turn.parts().confirms() && McpApprovalPolicy.DESTRUCTIVE.requiresApproval(tool.tool());
        if (!needsConfirmation || this.turn.conversation().isApproved(tool)) {
            return Mono.defer(() -> made(call, next, tool, arguments, needsConfirmation));
        }
        return Mono.deferContextual(context -> this.turn
                        .parts()
                        .confirmation()
                        .decide(new McpToolApprovalRequest(
                                tool.server(),
                                tool.tool().name(),
                                tool.tool(),
                                arguments,
                                McpPrincipalContext.current(context),
                                null)))
                .contextWrite(CallOwner.byModel(this.turn.user(), false, id -> {}))
                .flatMap(decision -> {
                    if (decision.remembered()) {
                        this.turn.conversation().approve(tool);
                    }
                    return decision.approved()
                            ? made(begunNow(call), next, tool, arguments, true)
                            : Mono.just(denied(decision));
                });
    }

    private static CallToolResult denied(McpToolApprovalDecision decision) {
        return CallToolResult.error("The call was not approved: " + decision.reason() + ".");
    }

    /** A person may need longer than the call. */
    private static McpCall begunNow(McpCall call) {
        return new McpCall(
                call.serverName(),
                call.method(),
                call.params(),
                call.resultType(),
                call.options(),
                call.deadline().restarted(),
                call.progress());
    }

    private Mono<Object> made(
            McpCall call, CallHandler next, McpRegisteredTool tool, Map<String, Object> arguments, boolean confirmed) {
        RunRecorder.Recording begun = this.turn
                .parts()
                .recorder()
                .begin(this.turn.user(), tool, this.turn.parts().json().writeText(arguments));
        this.run = begun;
        this.turn.update(
                this.entry, one -> one.with(Objects.requireNonNull(one.tool()).of(tool.server(), begun.id())));
        Mono<Object> made = marked(next.handle(call.withOptions(begun.options(call.options()))), confirmed);
        return begun.recorded(made, Mono.just(CallToolResult.error("A user cancelled the call.")));
    }

    private Mono<Object> marked(Mono<Object> request, boolean confirmed) {
        return request.contextWrite(CallOwner.byModel(
                this.turn.user(),
                confirmed,
                id -> this.turn.update(
                        this.entry,
                        one -> one.with(Objects.requireNonNull(one.tool()).onWire(id)))));
    }
}
