package io.mcpclient.counterparts;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.mcpclient.McpClientBuilder;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;
import io.mcpclient.schema.ElicitFormParams;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.ElicitURLParams;
import io.mcpclient.schema.Root;
import io.mcpclient.schema.StopReason;

/** Handlers that return prepared responses and record the requests of a server. */
final class ScriptedHandlers {

    static final String MODEL = "a-model-of-the-tests";

    private final List<CreateMessageParams> samplings = new CopyOnWriteArrayList<>();

    private final List<ElicitFormParams> forms = new CopyOnWriteArrayList<>();

    private final List<ElicitURLParams> addresses = new CopyOnWriteArrayList<>();

    private volatile String said = "";

    private volatile ElicitResult elicited = ElicitResult.cancel();

    private volatile List<Root> roots = List.of();

    /** Offers everything that can be offered. */
    McpClientBuilder offeredBy(McpClientBuilder builder) {
        return builder.sampling((params, context) -> {
                    this.samplings.add(params);
                    return CreateMessageResult.text(MODEL, this.said).withStopReason(StopReason.END_TURN);
                })
                .elicitation((params, context) -> {
                    this.forms.add(params);
                    return this.elicited;
                })
                .urlElicitation((params, context) -> {
                    this.addresses.add(params);
                    return this.elicited;
                })
                .roots(context -> this.roots);
    }

    void say(String text) {
        this.said = text;
    }

    void elicit(ElicitResult result) {
        this.elicited = result;
    }

    void roots(Root... roots) {
        this.roots = List.of(roots);
    }

    CreateMessageParams lastSampling() {
        return last(this.samplings);
    }

    ElicitFormParams lastForm() {
        return last(this.forms);
    }

    ElicitURLParams lastAddress() {
        return last(this.addresses);
    }

    List<ElicitURLParams> addresses() {
        return this.addresses;
    }

    private static <T> T last(List<T> questions) {
        if (questions.isEmpty()) {
            throw new AssertionError("the server has not asked");
        }
        return questions.get(questions.size() - 1);
    }
}
