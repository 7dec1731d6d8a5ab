package io.mcpclient.skills;

import java.util.List;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.error.McpException;
import io.mcpclient.skills.ApprovalBook.Entry;
import io.mcpclient.skills.ApprovalBook.Kind;
import io.mcpclient.text.SafeText;
import io.mcpclient.time.TimeSource;

/**
 * Decides which loads need approval, and remembers approvals.
 *
 * <table>
 * <caption>loads; the first match applies</caption>
 * <tr><th>skill and record</th><th>NONE</th><th>CHANGED</th><th>ALL</th></tr>
 * <tr><td>dynamic</td><td>loaded</td><td>asked</td><td>asked</td></tr>
 * <tr><td>approved with these files</td><td>loaded</td><td>loaded</td><td>loaded</td></tr>
 * <tr><td>seen with these files</td><td>loaded</td><td>loaded</td><td>asked</td></tr>
 * <tr><td>seen or approved with other files</td><td>loaded</td><td>asked</td><td>asked</td></tr>
 * <tr><td>no record</td><td>loaded</td><td>loaded, and seen from now on</td><td>asked</td></tr>
 * </table>
 *
 * If the store cannot be read, {@code CHANGED} and {@code ALL} ask. Thread-safe.
 *
 * @see "MCP extension io.modelcontextprotocol/skills (SKL-60 to SKL-66)"
 */
final class SkillApprovals {

    private final SkillErrors errors;

    private final McpSkillSettings settings;

    private final @Nullable ReactiveMcpSkillApproval approval;

    private final ApprovalBook book;

    private final TimeSource time;

    private final Consumer<Consumer<McpSkillListener>> listeners;

    SkillApprovals(
            String server,
            McpSkillSettings settings,
            @Nullable ReactiveMcpSkillApproval approval,
            ApprovalBook book,
            TimeSource time,
            Consumer<Consumer<McpSkillListener>> listeners) {
        this.errors = new SkillErrors(server);
        this.settings = settings;
        this.approval = approval;
        this.book = book;
        this.time = time;
        this.listeners = listeners;
    }

    /** The name under which approvals are stored. A client without a resolver has one identity, that of the application. */
    static String name(@Nullable McpPrincipal principal) {
        return ((principal != null) ? principal : McpPrincipal.APPLICATION).name();
    }

    private boolean isOff() {
        return this.settings.approval() == McpSkillApprovalPolicy.NONE;
    }

    /** Completes if the skill may be loaded, otherwise fails with the rejection. */
    Mono<Void> require(McpSkill skill, @Nullable McpPrincipal principal) {
        if (isOff()) {
            return Mono.empty();
        }
        McpSkillManifest manifest = skill.manifest();
        if (manifest == null) {
            return ask(new McpSkillApprovalRequest(skill, principal, false, List.of()));
        }
        return this.book
                .find(name(principal), skill)
                .flatMap(found -> found.isAvailable()
                        ? require(skill, principal, manifest, found.entry())
                        : ask(new McpSkillApprovalRequest(skill, principal, false, List.of())));
    }

    private Mono<Void> require(
            McpSkill skill, @Nullable McpPrincipal principal, McpSkillManifest manifest, @Nullable Entry record) {
        boolean asksForAll = this.settings.approval() == McpSkillApprovalPolicy.ALL;
        if (record == null) {
            return asksForAll
                    ? ask(new McpSkillApprovalRequest(skill, principal, false, List.of()))
                    : this.book.put(name(principal), skill, Kind.SEEN, manifest);
        }
        if (record.fits(manifest)) {
            return (record.kind() == Kind.APPROVED || !asksForAll)
                    ? Mono.empty()
                    : ask(new McpSkillApprovalRequest(skill, principal, false, List.of()));
        }
        return revoke(skill, principal, record)
                .then(Mono.defer(
                        () -> ask(new McpSkillApprovalRequest(skill, principal, true, record.difference(manifest)))));
    }

    /** An entry that shows other files than those approved ends the approval, even if they come back (SKL-61). */
    Mono<Void> observe(McpSkill skill, @Nullable McpPrincipal principal) {
        McpSkillManifest manifest = skill.manifest();
        if (isOff()) {
            return Mono.empty();
        }
        return this.book
                .find(name(principal), skill)
                .mapNotNull(ApprovalBook.Found::entry)
                .filter(record -> manifest == null || !record.fits(manifest))
                .flatMap(record -> revoke(skill, principal, record));
    }

    private Mono<Void> revoke(McpSkill skill, @Nullable McpPrincipal principal, Entry record) {
        if (record.kind() == Kind.REVOKED) {
            return Mono.empty();
        }
        this.listeners.accept(listener -> listener.onSkillChanged(skill));
        // The files of the earlier record stay, for the difference.
        McpSkillManifest earlier = new McpSkillManifest(record.files().entrySet().stream()
                .map(file -> new McpSkillFile(file.getKey(), 0, file.getValue()))
                .toList());
        return this.book.put(name(principal), skill, Kind.REVOKED, earlier);
    }

    /** State of a valid skill. */
    Mono<McpSkillState> state(McpSkill skill, @Nullable McpPrincipal principal) {
        McpSkillManifest manifest = skill.manifest();
        if (manifest == null) {
            return Mono.just(McpSkillState.DYNAMIC);
        }
        return isOff()
                ? Mono.just(McpSkillState.VALID)
                : this.book
                        .find(name(principal), skill)
                        .mapNotNull(ApprovalBook.Found::entry)
                        .map(record -> state(record, manifest))
                        .defaultIfEmpty(McpSkillState.VALID);
    }

    private static McpSkillState state(Entry record, McpSkillManifest manifest) {
        if (!record.fits(manifest)) {
            return McpSkillState.CHANGED;
        }
        return (record.kind() == Kind.APPROVED) ? McpSkillState.APPROVED : McpSkillState.VALID;
    }

    /** Approves a manifest without a load. */
    Mono<Void> approve(McpSkill skill, @Nullable McpPrincipal principal) {
        McpSkillManifest manifest = skill.manifest();
        return (manifest != null)
                ? this.book.put(name(principal), skill, Kind.APPROVED, manifest)
                : Mono.error(this.errors.denied(
                        skill, "is dynamic: it cannot be approved for later", "Approve each load of it.", null));
    }

    private Mono<Void> ask(McpSkillApprovalRequest request) {
        ReactiveMcpSkillApproval asked = this.approval;
        if (asked == null) {
            return Mono.error(this.errors.denied(
                    request.skill(),
                    "needs approval, and there is nobody to ask",
                    "Define an McpSkillApproval.",
                    null));
        }
        return Mono.defer(() -> asked.decide(request))
                .subscribeOn(Schedulers.boundedElastic())
                .switchIfEmpty(Mono.error(() -> undecided(request, "the approval returned no decision")))
                .timeout(
                        this.settings.approvalTimeout(),
                        Mono.error(() -> undecided(request, "there was no decision in time")),
                        this.time.timers())
                .onErrorMap(
                        error -> !(error instanceof McpException),
                        error -> undecided(
                                request,
                                "the approval failed with " + error.getClass().getSimpleName()))
                .flatMap(decision -> apply(request, decision));
    }

    private McpException undecided(McpSkillApprovalRequest request, String problem) {
        this.listeners.accept(listener -> listener.onSkillApproval(request, McpSkillApprovalDecision.deny(problem)));
        return this.errors.denied(request.skill(), "was not loaded: " + problem, null, null);
    }

    private Mono<Void> apply(McpSkillApprovalRequest request, McpSkillApprovalDecision decision) {
        McpSkillManifest manifest = request.skill().manifest();
        boolean isRemembered = decision.approved() && decision.remembered() && manifest != null;
        this.listeners.accept(listener -> listener.onSkillApproval(
                request, new McpSkillApprovalDecision(decision.approved(), isRemembered, decision.reason())));
        if (!decision.approved()) {
            String reason = decision.reason();
            return Mono.error(this.errors.denied(
                    request.skill(), "was not approved", null, (reason != null) ? SafeText.excerpt(reason) : null));
        }
        return (isRemembered && manifest != null)
                ? this.book.put(name(request.principal()), request.skill(), Kind.APPROVED, manifest)
                : Mono.empty();
    }
}
