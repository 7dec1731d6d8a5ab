package io.mcpclient.console.internal.question;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpToolApprovalDecision;
import io.mcpclient.call.McpToolApprovalRequest;
import io.mcpclient.call.ReactiveMcpToolApproval;
import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.wire.CallOwner;
import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpUrlPreview;
import io.mcpclient.handler.ReactiveMcpElicitationHandler;
import io.mcpclient.handler.ReactiveMcpSamplingApproval;
import io.mcpclient.handler.ReactiveMcpSamplingHandler;
import io.mcpclient.handler.ReactiveMcpUrlElicitationHandler;
import io.mcpclient.schema.ElicitFormParams;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.ElicitURLParams;

/** Handlers of servers' requests that ask the users of the console. */
public final class ConsoleHandlers {

    private final Questions questions;

    private final CallOwner owners;

    private final ConsoleJson json;

    private final SamplingQuestions sampling;

    /**
     * Creates handlers.
     * @param questions open questions
     * @param owners determines who is asked
     * @param json writes forms and arguments
     */
    public ConsoleHandlers(Questions questions, CallOwner owners, ConsoleJson json) {
        this.questions = questions;
        this.owners = owners;
        this.json = json;
        this.sampling = new SamplingQuestions(questions, owners, json);
    }

    /** Shows forms. */
    public ReactiveMcpElicitationHandler forms() {
        return this::fillIn;
    }

    /** Shows addresses of pages. */
    public ReactiveMcpUrlElicitationHandler pages() {
        return this::visit;
    }

    /** Shows what a model would receive, and lets a person respond instead. */
    public ReactiveMcpSamplingApproval sampling() {
        return this.sampling;
    }

    /** Lets a person respond as the model, in an application without one. */
    public ReactiveMcpSamplingHandler model() {
        return this.sampling.byHand();
    }

    /** Shows calls that need approval, but for those that a user has confirmed at the console. */
    public ReactiveMcpToolApproval calls() {
        return request -> Mono.deferContextual(context -> CallOwner.isConfirmed(context)
                ? Mono.just(McpToolApprovalDecision.approve())
                : decide(request, this.owners.of(context, request.principal())));
    }

    private Mono<ElicitResult> fillIn(ElicitFormParams params, McpRequestContext context) {
        Question.Draft draft = new Question.Draft(
                Question.Kind.FORM,
                context.serverName(),
                params.message(),
                this.json.ofProtocol(params.requestedSchema()),
                null,
                null,
                List.of(),
                null,
                null,
                null);
        return elicit(draft, context);
    }

    private Mono<ElicitResult> visit(ElicitURLParams params, McpRequestContext context) {
        McpUrlPreview preview = McpUrlPreview.of(params.url());
        Question.Draft draft = new Question.Draft(
                Question.Kind.PAGE,
                context.serverName(),
                params.message(),
                null,
                preview.url(),
                preview.host(),
                preview.warnings().stream().map(Enum::name).sorted().toList(),
                null,
                null,
                null);
        return elicit(draft, context);
    }

    private Mono<ElicitResult> elicit(Question.Draft draft, McpRequestContext context) {
        return this.questions
                .ask(draft, this.owners.of(context.principal()))
                .map(ConsoleHandlers::result)
                .defaultIfEmpty(ElicitResult.cancel());
    }

    private static ElicitResult result(Questions.Decision decision) {
        return switch (decision.action()) {
            case "accept" ->
                (decision.content() != null)
                        ? ElicitResult.accept(withoutNulls(decision.content()))
                        : ElicitResult.accept();
            case "decline" -> ElicitResult.decline();
            default -> ElicitResult.cancel();
        };
    }

    private static Map<String, Object> withoutNulls(Map<String, @Nullable Object> content) {
        Map<String, Object> values = new LinkedHashMap<>();
        content.forEach((name, value) -> {
            if (value != null) {
                values.put(name, value);
            }
        });
        return values;
    }

    private Mono<McpToolApprovalDecision> decide(McpToolApprovalRequest request, @Nullable String owner) {
        Question.Draft draft = new Question.Draft(
                Question.Kind.APPROVAL,
                request.serverName(),
                (request.tool() != null) ? request.tool().displayName() : null,
                null,
                null,
                null,
                List.of(),
                request.toolName(),
                request.caller(),
                Objects.requireNonNullElse(this.json.ofProtocol(request.arguments()), "{}"));
        return this.questions
                .ask(draft, owner)
                .map(decision -> switch (decision.action()) {
                    case "accept" -> McpToolApprovalDecision.approve();
                    case "remember" -> McpToolApprovalDecision.approveAndRemember();
                    default -> McpToolApprovalDecision.deny("a user of the console declined");
                })
                .defaultIfEmpty(McpToolApprovalDecision.deny(
                        "nobody decided at the console, which has to be open when the call is made"));
    }
}
