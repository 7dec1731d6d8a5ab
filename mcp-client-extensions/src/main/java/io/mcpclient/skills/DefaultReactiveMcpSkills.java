package io.mcpclient.skills;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.RequiredArgument;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.extension.McpExtensionContext;
import io.mcpclient.skills.internal.InvalidSkillException;
import io.mcpclient.skills.internal.SkillUri;
import io.mcpclient.support.BoundedCache;
import io.mcpclient.support.ListenerCalls;
import io.mcpclient.text.SafeText;

/**
 * The operations on the skills of one server. A load is: entry valid, limits, approval, read, size, digest, frontmatter.
 *
 * @see "MCP extension io.modelcontextprotocol/skills (SKL-14, SKL-15, SKL-31, SKL-39 to SKL-45)"
 */
final class DefaultReactiveMcpSkills implements ReactiveMcpSkills {

    private static final McpSkillManifest EMPTY = new McpSkillManifest(List.of());

    private final McpExtensionContext context;

    private final McpSkillSettings settings;

    private final SkillErrors errors;

    private final SkillPages pages;

    private final SkillReader reader;

    private final SkillApprovals approvals;

    private final SkillDirectories directories;

    private final List<McpSkillListener> listeners;

    private final ListenerCalls calls = new ListenerCalls();

    /** The newest entries, by principal and URI: they tell that a loaded skill has changed. */
    private final BoundedCache<Seen, McpSkill> newest;

    private record Seen(String principal, SkillUri uri) {}

    DefaultReactiveMcpSkills(
            McpExtensionContext context,
            McpSkillSettings settings,
            @Nullable ReactiveMcpSkillApproval approval,
            ApprovalBook book,
            List<McpSkillListener> listeners) {
        this.context = context;
        this.settings = settings;
        this.listeners = listeners;
        this.errors = new SkillErrors(context.serverName());
        this.pages = new SkillPages(context, settings);
        this.reader = new SkillReader(context, settings);
        this.approvals = new SkillApprovals(context.serverName(), settings, approval, book, context.time(), this::tell);
        this.directories = new SkillDirectories(context, settings);
        this.newest = new BoundedCache<>(settings.maxSkills(), skill -> 1);
    }

    private void tell(Consumer<McpSkillListener> event) {
        for (McpSkillListener listener : this.listeners) {
            this.calls.run(server(), "skills", listener, () -> event.accept(listener));
        }
    }

    @Override
    public String server() {
        return this.context.serverName();
    }

    @Override
    public McpSkillSettings settings() {
        return this.settings;
    }

    @Override
    public Mono<McpSkillList> list(McpCallOptions options) {
        return this.context.onBehalf(
                options, principal -> this.pages.all(options).flatMap(list -> Flux.fromIterable(list.skills())
                        .concatMap(skill -> seen(skill, principal))
                        .then(Mono.just(list))));
    }

    @Override
    public Mono<McpSkill> get(String uri, McpCallOptions options) {
        return Mono.defer(() -> {
            RequiredArgument.of(server(), SkillMethods.GET, "uri", uri);
            return this.context.onBehalf(options, principal -> get(uri, principal, options));
        });
    }

    private Mono<McpSkill> get(String uri, @Nullable McpPrincipal principal, McpCallOptions options) {
        SkillUri wanted;
        try {
            wanted = SkillUri.of(uri);
        } catch (InvalidSkillException ex) {
            return Mono.error(this.errors.rejected(
                    SkillMethods.GET, ex.reason(), null, McpRejectedException.Reason.INVALID_ARGUMENT));
        }
        return this.context
                .request(SkillMethods.GET, Map.of("uri", uri), Map.class, options)
                .map(result -> entry(wanted, ((Map<?, ?>) result).get("skill")))
                .flatMap(skill -> seen(skill, principal).thenReturn(skill));
    }

    private McpSkill entry(SkillUri wanted, @Nullable Object entry) {
        try {
            McpSkill skill = SkillEntries.read(server(), entry);
            if (!SkillEntries.uri(skill).equals(wanted)) {
                throw new InvalidSkillException("it is another skill, " + SafeText.excerpt(skill.uri()));
            }
            return skill;
        } catch (InvalidSkillException ex) {
            throw this.errors.malformed(SkillMethods.GET, "the skill in the result is not valid: " + ex.reason());
        }
    }

    /** Every entry that arrives is compared with what was approved. */
    private Mono<Void> seen(McpSkill skill, @Nullable McpPrincipal principal) {
        this.newest.put(new Seen(SkillApprovals.name(principal), SkillEntries.uri(skill)), skill);
        return this.approvals.observe(skill, principal);
    }

    @Override
    public Mono<McpLoadedSkill> load(McpSkill skill, McpCallOptions options) {
        return Mono.defer(() -> {
            checkServer(SkillMethods.LOAD, skill);
            return this.context.onBehalf(options, principal -> attempt(skill, principal, options)
                    .onErrorResume(
                            SkillErrors::isVerification,
                            error -> again(skill, principal, options, (McpException) error)));
        });
    }

    private Mono<McpLoadedSkill> attempt(McpSkill skill, @Nullable McpPrincipal principal, McpCallOptions options) {
        checkLimits(skill);
        return this.approvals
                .require(skill, principal)
                .then(Mono.defer(() -> skillFile(skill, SkillApprovals.name(principal), options)))
                .map(content -> new McpLoadedSkill(
                        skill,
                        content,
                        SkillApprovals.name(principal),
                        this.settings.maxSkillSize(),
                        this.settings.maxFiles()))
                .doOnError(SkillErrors::isVerification, error -> failed(skill.uri(), error));
    }

    private void failed(String uri, Throwable error) {
        tell(listener -> listener.onVerificationFailed(server(), uri, ((McpException) error).problem()));
    }

    /** The entry may be outdated: once more with the present one, if it is another one. */
    private Mono<McpLoadedSkill> again(
            McpSkill skill, @Nullable McpPrincipal principal, McpCallOptions options, McpException failure) {
        return get(skill.uri(), principal, options)
                .onErrorMap(error -> failure)
                .flatMap(current -> current.equals(skill) ? Mono.error(failure) : attempt(current, principal, options));
    }

    private void checkServer(String operation, McpSkill skill) {
        RequiredArgument.of(server(), operation, "skill", skill);
        if (!skill.server().equals(server())) {
            throw this.errors.rejected(
                    operation,
                    "the skill is one of the server \"" + skill.server() + "\"",
                    "Use the client of that server.",
                    McpRejectedException.Reason.INVALID_ARGUMENT);
        }
    }

    private void checkLimits(McpSkill skill) {
        if (skill.isDynamic() && !this.settings.dynamic()) {
            throw this.errors.denied(
                    skill,
                    "is dynamic: its content cannot be verified",
                    "Set skills.dynamic to true to load such skills.",
                    null);
        }
        String excess = SkillEntries.excess(skill, this.settings);
        if (excess != null) {
            throw this.errors.limit(
                    SkillMethods.LOAD, SafeText.excerpt(skill.uri()) + " " + excess, "Increase the limit to load it.");
        }
    }

    private Mono<McpSkillContent> skillFile(McpSkill skill, String principal, McpCallOptions options) {
        McpSkillManifest manifest = skill.manifest();
        Mono<McpSkillContent> content;
        if (manifest == null) {
            content = this.reader
                    .unverified(skill.uri(), SkillMethods.LOAD, options)
                    .doOnNext(read -> {
                        if (read.size() > this.settings.maxSkillSize()) {
                            throw tooMuch(SkillMethods.LOAD, skill);
                        }
                    });
        } else {
            McpSkillFile file = SkillEntries.find(manifest, SkillEntries.uri(skill));
            if (file == null) {
                return Mono.error(this.errors.malformed(SkillMethods.LOAD, "the manifest does not have the SKILL.md"));
            }
            content = this.reader.verified(file, principal, SkillMethods.LOAD, options);
        }
        return content.doOnNext(read -> this.reader.compareFrontmatter(skill, read));
    }

    private McpException tooMuch(String operation, McpSkill skill) {
        return this.errors.limit(
                operation,
                SafeText.excerpt(skill.uri()) + " is dynamic, and more of it was read than the limits permit",
                "Increase skills.max-skill-size or skills.max-files to read more.");
    }

    @Override
    public Mono<McpSkillContent> preview(McpSkill skill, McpCallOptions options) {
        return Mono.defer(() -> {
            checkServer(SkillMethods.LOAD, skill);
            checkLimits(skill);
            return this.context.onBehalf(
                    options, principal -> skillFile(skill, SkillApprovals.name(principal), options));
        });
    }

    @Override
    public Mono<McpSkillContent> preview(McpSkill skill, String reference, McpCallOptions options) {
        return Mono.defer(() -> {
            checkServer(SkillMethods.READ_FILE, skill);
            RequiredArgument.of(server(), SkillMethods.READ_FILE, "reference", reference);
            checkLimits(skill);
            McpSkillManifest manifest = skill.manifest();
            SkillReferences references = new SkillReferences(skill, this.errors);
            McpSkillFile file = references.file((manifest != null) ? manifest : EMPTY, reference, null);
            return this.context.onBehalf(
                    options,
                    principal -> this.reader.verified(
                            file, SkillApprovals.name(principal), SkillMethods.READ_FILE, options));
        });
    }

    @Override
    public Mono<McpSkillContent> readFile(McpLoadedSkill loaded, String reference, McpCallOptions options) {
        return Mono.defer(() -> {
            checkServer(SkillMethods.READ_FILE, loaded.skill());
            RequiredArgument.of(server(), SkillMethods.READ_FILE, "reference", reference);
            return this.context.onBehalf(options, principal -> readFile(loaded, reference, principal, options));
        });
    }

    private Mono<McpSkillContent> readFile(
            McpLoadedSkill loaded, String reference, @Nullable McpPrincipal principal, McpCallOptions options) {
        checkPrincipal(loaded, principal);
        McpSkill skill = loaded.skill();
        McpSkillManifest manifest = skill.manifest();
        SkillReferences references = new SkillReferences(skill, this.errors);
        if (manifest == null) {
            String uri = references.resolve(reference).toString();
            if (!loaded.mayReadAnother()) {
                return Mono.error(tooMuch(SkillMethods.READ_FILE, skill));
            }
            return this.reader.unverified(uri, SkillMethods.READ_FILE, options).doOnNext(content -> {
                if (!loaded.count(content.size())) {
                    throw tooMuch(SkillMethods.READ_FILE, skill);
                }
            });
        }
        Seen key = new Seen(SkillApprovals.name(principal), SkillEntries.uri(skill));
        McpSkillFile file = references.file(manifest, reference, this.newest.get(key));
        return this.reader
                .verified(file, key.principal(), SkillMethods.READ_FILE, options)
                .doOnError(SkillErrors::isVerification, error -> failed(file.uri(), error))
                .onErrorResume(
                        SkillErrors::isVerification,
                        error -> changed(skill, file, principal, options, (McpException) error));
    }

    private void checkPrincipal(McpLoadedSkill loaded, @Nullable McpPrincipal principal) {
        if (!loaded.principal().equals(SkillApprovals.name(principal))) {
            throw this.errors.rejected(
                    SkillMethods.READ_FILE,
                    "the skill was loaded on behalf of another principal",
                    "Load it again.",
                    McpRejectedException.Reason.INVALID_ARGUMENT);
        }
    }

    /** One look at the present entry tells whether the skill has changed. Its files are those of the held entry nevertheless. */
    private <T> Mono<T> changed(
            McpSkill skill,
            McpSkillFile file,
            @Nullable McpPrincipal principal,
            McpCallOptions options,
            McpException failure) {
        return get(skill.uri(), principal, options)
                .onErrorMap(error -> failure)
                .flatMap(current -> Mono.error(
                        current.equals(skill)
                                ? failure
                                : this.errors.unverified(
                                        SkillMethods.READ_FILE,
                                        file.uri(),
                                        "has changed: the skill is not the one that was loaded",
                                        SkillReferences.CHANGED)));
    }

    @Override
    public Mono<List<McpSkillDirectoryEntry>> readDirectory(
            McpLoadedSkill loaded, String path, McpCallOptions options) {
        return Mono.defer(() -> {
            checkServer(SkillMethods.READ_DIRECTORY, loaded.skill());
            RequiredArgument.of(server(), SkillMethods.READ_DIRECTORY, "path", path);
            return this.context.onBehalf(options, principal -> {
                checkPrincipal(loaded, principal);
                SkillUri directory = new SkillReferences(loaded.skill(), this.errors).resolveDirectory(path);
                McpSkillManifest manifest = loaded.skill().manifest();
                return (manifest != null)
                        ? Mono.just(SkillDirectories.of(loaded.skill(), manifest, directory))
                        : this.directories.read(loaded.skill(), directory, options);
            });
        });
    }

    @Override
    public Mono<McpSkillState> state(McpSkill skill, McpCallOptions options) {
        return Mono.defer(() -> {
            checkServer("skill state", skill);
            return (SkillEntries.excess(skill, this.settings) != null)
                    ? Mono.just(McpSkillState.INVALID)
                    : this.context.onBehalf(options, principal -> this.approvals.state(skill, principal));
        });
    }

    @Override
    public Mono<Void> approve(McpSkill skill, McpCallOptions options) {
        return Mono.defer(() -> {
            checkServer("approve skill", skill);
            return this.context.onBehalf(options, principal -> this.approvals.approve(skill, principal));
        });
    }
}
