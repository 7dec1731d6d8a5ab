package io.mcpclient.registry;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.core.ParameterizedTypeReference;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalContext;
import io.mcpclient.call.Blocking;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.RequiredArgument;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.model.VisibleResult;
import io.mcpclient.model.McpModelSettings;
import io.mcpclient.registry.CatalogSyncs.Known;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.McpExtensions;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.schema.Tool;
import io.mcpclient.status.McpExtensionStatus;
import io.mcpclient.status.McpToolCatalogue;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;

/** The tools of all servers. */
final class DefaultMcpToolRegistry extends MergedRegistry<List<Tool>, McpToolSnapshot, McpToolListener>
        implements McpToolRegistry {

    private static final Logger logger = Loggers.TOOLS;

    private static final Listing<List<Tool>> TOOLS = new Listing<>(
            "tools",
            List.of(McpMethods.TOOLS_LIST),
            List.of(),
            ServerCapabilities::hasTools,
            client -> client.listTools(Listing.FRESH),
            Listing::ofTools,
            DefaultMcpToolRegistry::memory);

    /** How long a call of a model waits for a server that was lost. */
    private static final Duration REACHABLE = Duration.ofSeconds(1);

    /** How long a call waits for the list of a server whose definitions have to be as declared. */
    private static final Duration LISTED = Duration.ofSeconds(30);

    /** An attempt to connect to a process ends by itself before that. */
    private static final Duration LONGEST_CONNECT = Duration.ofHours(1);

    private final NamedItems<Tool, McpRegisteredTool> items;

    private final McpToolExposure exposure;

    private final ServerRules rules;

    private @Nullable McpToolRanking ranking;

    private final DeclaredTools declared;

    /** Servers whose overrides were compared with their tools. */
    private final Set<String> checked = ConcurrentHashMap.newKeySet();

    private final Blocking blocking = new Blocking("", Context::empty);

    private final ModelUsage usage = new ModelUsage();

    private final RetainedResults retained;

    private final ModelOffers offers;

    DefaultMcpToolRegistry(McpClients clients, McpToolNaming naming, McpToolExposure exposure) {
        super(clients, TOOLS, McpToolSnapshot.ofServers(0, List.of()));
        this.exposure = exposure;
        ServerRules serverRules = new ServerRules(exposure);
        this.rules = serverRules;
        ToolNameAllocator names = ToolNameAllocator.reserving(
                naming, server -> serverRules.of(server).prefix(), exposure.functionNames());
        this.items = new NamedItems<>("tools", names, Tool::name, this::registered);
        this.declared = new DeclaredTools(serverRules::of);
        this.ranking = exposure.ranking();
        Integer maxLength = exposure.models().results().maxLength();
        this.retained = new RetainedResults(time(), (maxLength != null) ? maxLength : Integer.MAX_VALUE);
        this.offers = new ModelOffers(this, exposure);
        follow();
    }

    private static Listing.Memory<List<Tool>> memory(McpClient client) {
        McpToolCatalogue catalogue = client.tools().catalogue();
        return (catalogue != null) ? new Listing.Memory<>(catalogue.load(), catalogue::keep) : Listing.Memory.none();
    }

    @Override
    void joining(String server) {
        this.rules.added(server);
        this.checked.remove(server);
    }

    /** New rules for results change offers, but no tool, so they are always a new view. */
    @Override
    McpToolSnapshot merged(McpToolSnapshot last, List<Known<List<Tool>>> servers) {
        Set<String> changed = this.rules.takeChanged();
        changed.forEach(this.items::outdate);
        List<List<McpRegisteredTool>> merged = this.items.merge(servers, this::exposed);
        return changed.isEmpty() && last.isOf(merged) ? last : McpToolSnapshot.ofServers(last.version() + 1, merged);
    }

    private List<Tool> exposed(Known<List<Tool>> server) {
        logUnknownOverrides(server, this.rules.of(server.server()));
        return this.declared.registered(server);
    }

    private McpRegisteredTool registered(String name, Known<List<Tool>> server, Tool tool) {
        McpServerTools rules = this.rules.of(server.server());
        return new McpRegisteredTool(
                name,
                server.server(),
                tool,
                server.available(),
                rules.override(tool.name()),
                server.listed()
                        ? McpToolOrigin.LISTED
                        : rules.hasDeclared(tool) ? McpToolOrigin.DECLARED : McpToolOrigin.STORED);
    }

    /** A misspelled name would otherwise have no effect, and remain unnoticed. */
    private void logUnknownOverrides(Known<List<Tool>> server, McpServerTools tools) {
        if (!server.available() || tools.overrides().isEmpty() || !this.checked.add(server.server())) {
            return;
        }
        Set<String> unknown = new TreeSet<>(tools.overrides().keySet());
        server.known().forEach(tool -> unknown.remove(tool.name()));
        tools.declared().forEach(tool -> unknown.remove(tool.name())); // reported by their comparison
        if (!unknown.isEmpty()) {
            logger.warn(
                    "MCP server \"{}\": tools.overrides has {}, but the server has no such tool",
                    server.server(),
                    unknown);
        }
    }

    @Override
    boolean isKnownBefore(String server) {
        return this.rules.of(server).declaresAny();
    }

    @Override
    void notifyListener(McpToolListener listener, McpToolSnapshot changed) {
        listener.onToolsChanged(changed);
    }

    @Override
    public McpToolSnapshot snapshot() {
        return super.snapshot().missing(missing());
    }

    @Override
    public McpToolSnapshot awaitReady(Duration limit) {
        return this.blocking.await("awaitReady", awaitReadyReactive(limit), limit);
    }

    @Override
    public Mono<McpToolSnapshot> awaitReadyReactive(Duration limit) {
        Duration wanted = RequiredArgument.of("", "awaitReady", "limit", limit);
        return ready(wanted).then(Mono.fromSupplier(this::snapshot));
    }

    @Override
    public McpToolSnapshot select(McpToolSelection selection) {
        McpToolSelection wanted = RequiredArgument.of("", "select", "selection", selection);
        return snapshot().selected(wanted.servers(), tool -> this.offers.isSelected(tool, wanted));
    }

    @Override
    public CallToolResult callTool(String name, @Nullable Object arguments, McpCallOptions options) {
        McpRegisteredTool tool = callable(name, principal(options, Context.empty()));
        return client(tool).callTool(tool.tool().name(), arguments, options(tool, options));
    }

    @Override
    public Mono<CallToolResult> callToolReactive(String name, @Nullable Object arguments, McpCallOptions options) {
        return Mono.deferContextual(context -> callableReactive(name, principal(options, context), tool -> client(tool)
                .reactive()
                .callTool(tool.tool().name(), arguments, options(tool, options))));
    }

    @Override
    public <T> T callTool(
            String name, @Nullable Object arguments, ParameterizedTypeReference<T> type, McpCallOptions options) {
        McpRegisteredTool tool = callable(name, principal(options, Context.empty()));
        return client(tool).tools().call(tool.tool().name(), arguments, type, options(tool, options));
    }

    @Override
    public <T> Mono<T> callToolReactive(
            String name, @Nullable Object arguments, ParameterizedTypeReference<T> type, McpCallOptions options) {
        return Mono.deferContextual(context -> callableReactive(name, principal(options, context), tool -> client(tool)
                .reactive()
                .tools()
                .call(tool.tool().name(), arguments, type, options(tool, options))));
    }

    @Override
    public McpToolOffer offer(McpToolSelection selection) {
        McpToolSelection wanted = RequiredArgument.of("", "offer", "selection", selection);
        prepare(server -> wanted.hasServer(server) && !isDeclaredOnly(server));
        return this.offers.offer(wanted);
    }

    @Override
    public McpModelTool modelTool(String name, McpToolSelection selection, Collection<String> others) {
        return this.offers.find(
                RequiredArgument.of("", "modelTool", "name", name),
                RequiredArgument.of("", "modelTool", "selection", selection),
                RequiredArgument.of("", "modelTool", "others", others));
    }

    /** Returns whether the declared tools of a server stand for all of them: it was not asked yet, and a prompt need not ask it. */
    private boolean isDeclaredOnly(String server) {
        return isKnownBefore(server) && !servers().wasAvailable(server);
    }

    /**
     * Starts to connect the servers of a prompt. The first prompts wait for them, except on threads that must not block.
     * @param needed returns whether the prompt needs a server
     */
    private void prepare(Predicate<String> needed) {
        if (!this.exposure.isServing()
                || (servers().areAvailable(needed) && servers().areMerged())) {
            return;
        }
        Duration await = settings().awaitReady();
        Mono<Void> prepared = prepared(needed, await);
        if (Schedulers.isInNonBlockingThread()) {
            prepared.subscribe();
        } else {
            this.blocking.awaitEnd("offer", prepared, await);
        }
        List<McpMissingServer> missing = servers().newlyMissing(needed);
        if (!missing.isEmpty()) {
            logger.warn(
                    "A prompt lacks the tools of {} that {} never connected: {}",
                    (missing.size() == 1) ? "a server" : missing.size() + " servers",
                    (missing.size() == 1) ? "was" : "were",
                    missing.stream().map(McpMissingServer::description).collect(Collectors.joining("; ")));
        }
    }

    @Override
    public List<McpDeclaredTool> declared(String server) {
        Known<List<Tool>> known = servers().known(RequiredArgument.of("", "declared", "server", server));
        return (known != null) ? this.declared.compared(known) : List.of();
    }

    /**
     * Calls a tool that a model was offered. A server that was lost, or could not be reached before, is waited for as briefly as a
     * prompt can wait.
     */
    CallToolResult callForModel(McpRegisteredTool tool, Map<String, Object> arguments, McpCallOptions options) {
        if (!servers().isConnected(tool.server())) {
            this.blocking.awaitEnd(
                    McpMethods.TOOLS_CALL, servers().reachable(tool.server(), REACHABLE), LONGEST_CONNECT);
        }
        return callTool(tool.name(), arguments, options);
    }

    @Override
    public List<McpToolUsage> usage(String server) {
        return this.offers.usage(RequiredArgument.of("", "usage", "server", server));
    }

    @Override
    public void addResultListener(McpModelResultListener listener) {
        this.usage.addListener(RequiredArgument.of("", "addResultListener", "listener", listener));
    }

    @Override
    public McpModelSettings settings() {
        return this.exposure.models();
    }

    /** Returns whether client and server have declared skills. */
    boolean usesSkills(String server) {
        return client(server, McpMethods.RESOURCES_READ).status().extensions().stream()
                .anyMatch(extension -> extension.identifier().equals(McpExtensions.SKILLS)
                        && extension.use() == McpExtensionStatus.Use.USED);
    }

    ServerRules rules() {
        return this.rules;
    }

    /** Returns whether results that are too long are retained for any tool. */
    boolean retainsResults() {
        return this.rules.retainsResults(servers()::has);
    }

    RetainedResults retained() {
        return this.retained;
    }

    ModelUsage usage() {
        return this.usage;
    }

    McpToolSnapshot latest() {
        return super.snapshot();
    }

    CallToolResult cleaned(CallToolResult result) {
        return settings().cleanResults() ? VisibleResult.of(result) : result;
    }

    ReadResourceResult cleaned(ReadResourceResult result) {
        return settings().cleanResults() ? VisibleResult.of(result) : result;
    }

    @Override
    public List<McpRegisteredTool> search(McpToolSelection selection, int limit) {
        McpToolSelection wanted = RequiredArgument.of("", "search", "selection", selection);
        String query = RequiredArgument.of("", "search", "query", wanted.query());
        if (query.isBlank() || limit < 1) {
            return List.of();
        }
        Stream<McpRegisteredTool> ranked =
                ranking().rank(super.snapshot(), query).stream().filter(this.offers.offered(wanted));
        return SearchShares.of(ranked, McpRegisteredTool::server, limit);
    }

    /** Not created before it is needed, because it needs an optional library. */
    private synchronized McpToolRanking ranking() {
        McpToolRanking present = this.ranking;
        if (present == null) {
            present = McpToolRanking.lucene();
            this.ranking = present;
        }
        return present;
    }

    /** Missing options are reported by the operation. */
    private static McpCallOptions options(McpRegisteredTool tool, McpCallOptions options) {
        Duration timeout = tool.override().timeout();
        return (timeout != null && options != null && options.timeout() == null)
                ? options.withTimeout(timeout)
                : options;
    }

    private McpClient client(McpRegisteredTool tool) {
        return client(tool.server(), McpMethods.TOOLS_CALL);
    }

    /** Missing options are reported by the operation. */
    private static @Nullable McpPrincipal principal(@Nullable McpCallOptions options, ContextView context) {
        McpPrincipal named = (options != null) ? options.principal() : null;
        return (named != null) ? named : McpPrincipalContext.current(context);
    }

    private McpRegisteredTool callable(String name, @Nullable McpPrincipal principal) {
        McpRegisteredTool tool = resolve(name, principal);
        return isConfirmed(tool)
                ? tool
                : this.blocking.await(McpMethods.TOOLS_CALL, confirmed(tool, principal), LISTED);
    }

    private <T> Mono<T> callableReactive(
            String name, @Nullable McpPrincipal principal, Function<McpRegisteredTool, Mono<T>> call) {
        McpRegisteredTool tool = resolve(name, principal);
        return isConfirmed(tool) ? call.apply(tool) : confirmed(tool, principal).flatMap(call);
    }

    /** Returns whether a tool may be called without asking its server whether it has the declared definition. */
    private boolean isConfirmed(McpRegisteredTool tool) {
        return tool.origin() == McpToolOrigin.LISTED
                || this.rules.of(tool.server()).declaredMismatch() != McpDeclaredMismatch.FAIL
                || !this.rules.of(tool.server()).declares(tool.tool().name());
    }

    /** Connects to the server of a declared tool, and waits for its list. */
    private Mono<McpRegisteredTool> confirmed(McpRegisteredTool tool, @Nullable McpPrincipal principal) {
        return listed(tool.server(), LISTED).then(Mono.fromSupplier(() -> {
            McpDeclaredTool declared = declared(tool.server()).stream()
                    .filter(candidate -> candidate.name().equals(tool.tool().name()))
                    .findFirst()
                    .orElse(null);
            if (declared == null || declared.state() == McpDeclaredTool.State.SAME) {
                return resolve(tool.name(), principal);
            }
            throw unconfirmed(tool, declared);
        }));
    }

    private static McpRejectedException unconfirmed(McpRegisteredTool tool, McpDeclaredTool declared) {
        String what = "the declared tool \"" + SafeText.excerpt(declared.name()) + "\"";
        McpRejectedException.Reason reason =
                switch (declared.state()) {
                    case MISSING -> McpRejectedException.Reason.UNKNOWN_TOOL;
                    case DIFFERENT -> McpRejectedException.Reason.UNAPPROVED_TOOL;
                    default -> McpRejectedException.Reason.UNAVAILABLE;
                };
        String problem =
                switch (declared.state()) {
                    case MISSING -> "it does not have " + what;
                    case DIFFERENT ->
                        "its definition differs from that of " + what + ": "
                                + String.join(", ", declared.differences());
                    default -> "its tools have not been listed, so that " + what + " could not be compared";
                };
        return new McpRejectedException(
                McpErrorDetails.of(tool.server(), McpMethods.TOOLS_CALL, McpOutcome.NOT_SENT, problem)
                        .withRemedy("Correct tools.declared, or change tools.declared-mismatch."),
                reason);
    }

    private McpRegisteredTool resolve(String name, @Nullable McpPrincipal principal) {
        McpToolSelection all = McpToolSelection.all();
        McpToolSelection selection = (principal != null) ? all.principal(principal) : all;
        return super.snapshot()
                .find(name)
                .filter(tool -> this.exposure.accepts(tool, selection))
                .orElseThrow(() -> unknown(
                        McpMethods.TOOLS_CALL,
                        "tool",
                        name,
                        select(selection).tools().stream()
                                .map(McpRegisteredTool::name)
                                .toList(),
                        McpRejectedException.Reason.UNKNOWN_TOOL));
    }
}
