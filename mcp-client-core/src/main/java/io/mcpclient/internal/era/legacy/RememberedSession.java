package io.mcpclient.internal.era.legacy;

import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpException;
import io.mcpclient.internal.era.Diagnosis;
import io.mcpclient.internal.era.Diagnosis.Certain;
import io.mcpclient.internal.era.Diagnosis.SessionAmbiguous;
import io.mcpclient.internal.era.EraSession;
import io.mcpclient.internal.session.RememberedServer;
import io.mcpclient.internal.task.TaskServer;
import io.mcpclient.status.McpServerDescription;

/** A stored session, which controls how long it stays in the store. Thread-safe. */
final class RememberedSession implements EraSession {

    private final EraSession session;

    private final RememberedServer remembered;

    private final Keeper keeper;

    private final AtomicBoolean over = new AtomicBoolean();

    /** Manages the stored state of a session. */
    interface Keeper {

        /** The session is lost. Called once. */
        void lost(RememberedServer remembered);

        /**
         * Returns whether the session may continue on another connection.
         * @param error the error of a call, which means that this connection is lost
         */
        boolean outlives(McpException error);

        /**
         * The client no longer needs the session.
         * @param session the session
         * @param remembered its stored state
         * @return completes when it is ended or kept, as configured; no error
         */
        Mono<Void> end(EraSession session, RememberedServer remembered);
    }

    RememberedSession(EraSession session, RememberedServer remembered, Keeper keeper) {
        this.session = session;
        this.remembered = remembered;
        this.keeper = keeper;
    }

    @Override
    public McpServerDescription server() {
        return this.session.server();
    }

    @Override
    public @Nullable String sessionId() {
        return this.session.sessionId();
    }

    @Override
    public Mono<Object> handle(McpCall call) {
        return this.session.handle(call);
    }

    @Override
    public void onAnswer(Runnable answered) {
        this.session.onAnswer(answered);
    }

    @Override
    public TaskServer tasks() {
        return this.session.tasks();
    }

    @Override
    public Mono<Void> notify(String method, @Nullable Object params) {
        return this.session.notify(method, params);
    }

    @Override
    public Mono<Void> rootsChanged() {
        return this.session.rootsChanged();
    }

    /** Reported immediately, so that no client resumes a session that one call has found lost. */
    @Override
    public Diagnosis diagnose(McpException error) {
        Diagnosis diagnosis = this.session.diagnose(error);
        if (diagnosis == Certain.LOST && this.keeper.outlives(error)) {
            this.over.set(true); // for this connection only
            return diagnosis;
        }
        if (diagnosis instanceof SessionAmbiguous ambiguous) {
            return new SessionAmbiguous(ambiguous.probe().doOnNext(result -> lostIf(result.diagnosis())));
        }
        lostIf(diagnosis);
        return diagnosis;
    }

    private void lostIf(Diagnosis diagnosis) {
        if (diagnosis == Certain.LOST) {
            lost();
        }
    }

    private void lost() {
        if (this.over.compareAndSet(false, true)) {
            this.keeper.lost(this.remembered);
        }
    }

    @Override
    public void abandon() {
        lost();
        this.session.abandon();
    }

    @Override
    public void lost(McpException cause) {
        lost();
        this.session.lost(cause);
    }

    @Override
    public void onReplaced() {
        this.session.onReplaced();
    }

    @Override
    public Mono<Void> end() {
        return Mono.defer(() -> this.over.compareAndSet(false, true)
                ? this.keeper.end(this.session, this.remembered)
                : this.session.end());
    }

    @Override
    public Mono<Void> terminate() {
        return Mono.defer(() -> {
            lost();
            return this.session.terminate();
        });
    }
}
