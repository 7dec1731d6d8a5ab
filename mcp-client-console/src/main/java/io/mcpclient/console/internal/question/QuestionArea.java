package io.mcpclient.console.internal.question;

import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.console.internal.json.InvalidRequestException;
import io.mcpclient.console.internal.web.Area;

/** Requests of the page about questions. */
public final class QuestionArea implements Area {

    private static final Set<String> ACTIONS = Set.of("accept", "remember", "decline", "cancel");

    private final Questions questions;

    /**
     * Creates the area.
     * @param questions open questions
     */
    public QuestionArea(Questions questions) {
        this.questions = questions;
    }

    /**
     * A decision.
     *
     * @param id id of the question
     * @param action {@code accept}, {@code remember}, {@code decline} or {@code cancel}
     * @param content values of a form, or {@code null}
     */
    record NewDecision(
            @Nullable String id,
            @Nullable String action,
            @Nullable Map<String, @Nullable Object> content) {}

    @Override
    public void addTo(Requests requests) {
        requests.get("questions", request -> this.questions.list(request.user()))
                .post("questions/decide", request -> decide(request.user(), request.body(NewDecision.class)));
    }

    private @Nullable Object decide(String user, NewDecision decision) {
        if (decision.id() == null || decision.action() == null || !ACTIONS.contains(decision.action())) {
            throw new InvalidRequestException("A decision has an id, and one of the actions " + ACTIONS + ".");
        }
        if (!this.questions.decide(
                user, decision.id(), new Questions.Decision(decision.action(), decision.content()))) {
            throw InvalidRequestException.notFound("The question has ended.");
        }
        return null;
    }
}
