package io.mcpclient.console.internal.question;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.wire.CallOwner;
import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpRequestRefusedException;
import io.mcpclient.handler.ReactiveMcpSamplingApproval;
import io.mcpclient.handler.ReactiveMcpSamplingHandler;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.StopReason;

/**
 * Asks users of the console about sampling requests: whether the application's model may respond, or what to respond instead.
 *
 * <table>
 * <caption>a request</caption>
 * <tr><th>decision</th><th>application with a model</th><th>without</th></tr>
 * <tr><td>nobody has the console open</td><td>the model responds, as without the console</td><td>denied</td></tr>
 * <tr><td>accepted</td><td>the model responds</td><td>not offered</td></tr>
 * <tr><td>a text</td><td colspan="2">the text is the response</td></tr>
 * <tr><td>declined, or none in time</td><td colspan="2">denied</td></tr>
 * </table>
 */
final class SamplingQuestions implements ReactiveMcpSamplingApproval {

    /** Name of the model that a server reads. */
    static final String PERSON = "a person at the console";

    private final Questions questions;

    private final CallOwner owners;

    private final ConsoleJson json;

    private final ReactiveMcpSamplingHandler byHand = (params, context) -> ask(params, context, Question.Kind.MESSAGE)
            .flatMap(decision -> response(decision, Mono.error(McpRequestRefusedException::byUser)));

    SamplingQuestions(Questions questions, CallOwner owners, ConsoleJson json) {
        this.questions = questions;
        this.owners = owners;
        this.json = json;
    }

    /** Returns the handler of an application without a model. */
    ReactiveMcpSamplingHandler byHand() {
        return this.byHand;
    }

    @Override
    public Mono<Boolean> approve(CreateMessageParams params, McpRequestContext context) {
        return isReachable(context)
                ? ask(params, context, Question.Kind.SAMPLING)
                        .map(decision -> isAccepted(decision) && text(decision) == null)
                : Mono.just(true);
    }

    @Override
    public Mono<CreateMessageResult> respond(
            CreateMessageParams params, McpRequestContext context, ReactiveMcpSamplingHandler handler) {
        Mono<CreateMessageResult> model = Mono.defer(() -> handler.createMessage(params, context));
        return (handler == this.byHand || !isReachable(context))
                ? model
                : ask(params, context, Question.Kind.SAMPLING).flatMap(decision -> response(decision, model));
    }

    private boolean isReachable(McpRequestContext context) {
        return this.questions.isReachable(context.serverName(), this.owners.of(context.principal()));
    }

    private Mono<Questions.Decision> ask(CreateMessageParams params, McpRequestContext context, Question.Kind kind) {
        Question.Draft draft = new Question.Draft(
                kind,
                context.serverName(),
                null,
                null,
                null,
                null,
                List.of(),
                null,
                null,
                this.json.ofProtocol(params));
        return this.questions
                .ask(draft, this.owners.of(context.principal()))
                .defaultIfEmpty(new Questions.Decision("decline", null));
    }

    private static Mono<CreateMessageResult> response(Questions.Decision decision, Mono<CreateMessageResult> model) {
        String text = text(decision);
        if (!isAccepted(decision)) {
            return Mono.error(McpRequestRefusedException.byUser());
        }
        return (text != null) ? Mono.just(written(text)) : model;
    }

    private static boolean isAccepted(Questions.Decision decision) {
        return decision.action().equals("accept");
    }

    private static CreateMessageResult written(String text) {
        return CreateMessageResult.text(PERSON, text).withStopReason(StopReason.END_TURN);
    }

    private static @Nullable String text(Questions.Decision decision) {
        Map<String, @Nullable Object> content = decision.content();
        return (content != null && content.get("text") instanceof String text) ? text : null;
    }
}
