package io.mcpclient.registry;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.model.ModelResults;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.model.McpModelSettings;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Tool;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.KnownNames;
import io.mcpclient.text.SafeText;

/**
 * What models are offered of a registry. A tool is offered if its selection includes it, all filters accept it, it is meant for
 * models, and its server is available or was until recently, or the application declares the tool. An offer is made again only if
 * something has changed. Thread-safe.
 *
 * @see "MCP Apps, tool visibility (APP-01)"
 */
final class ModelOffers {

    private static final Logger logger = Loggers.TOOLS;

    /** Requests with more are refused by OpenAI. */
    private static final int MANY_TOOLS = 128;

    private final DefaultMcpToolRegistry registry;

    private final McpToolExposure exposure;

    private final McpModelSettings settings;

    private final AtomicBoolean isWarned = new AtomicBoolean();

    private volatile View view = new View(-1, Set.of(), List.of(), Map.of());

    /**
     * The tools of one version of the registry.
     *
     * @param version the version
     * @param absent servers whose tools are not offered, because they are not available; known before the registry has merged it
     * @param tools the tools that are meant for models, in the order of the registry
     * @param byName all of them by name
     * @param offers offers of selections whose result depends on nothing else
     */
    private record View(
            long version,
            Set<String> absent,
            List<ServerModelTool> tools,
            Map<String, ServerModelTool> byName,
            Map<Key, McpToolOffer> offers) {

        View(long version, Set<String> absent, List<ServerModelTool> tools, Map<String, ServerModelTool> byName) {
            this(version, absent, tools, byName, new ConcurrentHashMap<>());
        }
    }

    /** What an offer of all tools of some servers depends on. */
    private record Key(
            @Nullable Set<String> servers, @Nullable McpResourceRegistry resources, boolean unavailable) {}

    ModelOffers(DefaultMcpToolRegistry registry, McpToolExposure exposure) {
        this.registry = registry;
        this.exposure = exposure;
        this.settings = exposure.models();
    }

    McpToolOffer offer(McpToolSelection selection) {
        View current = view();
        boolean isShared = selection.isConstant()
                && !this.exposure.isFiltered()
                && this.exposure.functions().isEmpty() // their descriptions may change
                && current.tools().size() <= this.exposure.disclosure().threshold();
        if (!isShared) {
            return offer(current, selection);
        }
        Key key = new Key(selection.servers(), selection.resources(), selection.hasUnavailable());
        McpToolOffer known = current.offers().get(key);
        if (known == null) {
            known = offer(current, selection);
            current.offers().putIfAbsent(key, known);
        }
        return known;
    }

    private McpToolOffer offer(View current, McpToolSelection selection) {
        List<ServerModelTool> selected = selected(current, selection);
        McpToolDisclosure disclosure = this.exposure.disclosure();
        List<McpModelTool> offered = new ArrayList<>();
        if (selected.size() > disclosure.threshold()) {
            offered.addAll(SearchTools.of(this, selection));
        }
        if (this.registry.retainsResults()) {
            offered.add(this.registry.retained().tool());
        }
        McpResourceRegistry resources = selection.resources();
        if (resources != null) {
            offered.addAll(ResourceTools.of(this.registry, resources, selection));
        }
        if (selection.servers() == null) {
            this.exposure.functions().forEach(function -> offered.add(LibraryTool.of(function)));
        }
        offered.addAll(
                (selected.size() > disclosure.threshold())
                        ? relevant(selected, selection, disclosure.relevant())
                        : selected);
        if (offered.size() > MANY_TOOLS && this.isWarned.compareAndSet(false, true)) {
            logger.warn(
                    "Models are offered {} tools. Some providers, such as OpenAI, refuse prompts with more than {}: set"
                            + " mcp.tools.search.threshold, or offer fewer tools.",
                    offered.size(),
                    MANY_TOOLS);
        }
        return new McpToolOffer(current.version(), offered);
    }

    /** Returns the tools that fit best, in the order of the registry. */
    private List<ServerModelTool> relevant(List<ServerModelTool> selected, McpToolSelection selection, int number) {
        String query = selection.query();
        if (query == null || query.isBlank()) {
            return List.of();
        }
        Set<String> names =
                search(selection, number).stream().map(McpModelTool::name).collect(Collectors.toSet());
        return selected.stream().filter(tool -> names.contains(tool.name())).toList();
    }

    /** Returns the tools that fit the query of a selection, best first. */
    List<McpModelTool> search(McpToolSelection selection, int limit) {
        View current = view();
        return this.registry.search(selection, limit).stream()
                .<McpModelTool>map(tool -> current.byName().get(tool.name()))
                .filter(Objects::nonNull)
                .toList();
    }

    private List<ServerModelTool> selected(View current, McpToolSelection selection) {
        return current.tools().stream()
                .filter(tool -> isOffered(tool.registered(), selection, current.absent()))
                .toList();
    }

    /** Returns the condition of a model being offered a tool, directly or by a search. */
    Predicate<McpRegisteredTool> offered(McpToolSelection selection) {
        Set<String> absent = view().absent();
        return tool -> isOffered(tool, selection, absent);
    }

    private boolean isOffered(McpRegisteredTool tool, McpToolSelection selection, Set<String> absent) {
        boolean isPresent = !absent.contains(tool.server())
                || selection.hasUnavailable()
                || this.registry.rules().of(tool.server()).declares(tool.tool().name());
        return isPresent && isSelected(tool, selection);
    }

    /** Returns whether a model is offered a tool as soon as its server is available. */
    boolean isSelected(McpRegisteredTool tool, McpToolSelection selection) {
        return ModelResults.isForModel(tool.tool())
                && selection.includes(tool)
                && this.exposure.accepts(tool, selection);
    }

    /** Returns the tool of a name that a model uses; one that explains what is wrong if it is not offered any. */
    McpModelTool find(String name, McpToolSelection selection, Collection<String> others) {
        return offer(selection).find(name).orElseGet(() -> selected(name, selection, others));
    }

    /** Returns the tool of a server, whether it is offered directly or not. */
    McpModelTool selected(String name, McpToolSelection selection, Collection<String> others) {
        View current = view();
        ServerModelTool tool = current.byName().get(name);
        return (tool != null && isOffered(tool.registered(), selection, current.absent()))
                ? tool
                : unknown(name, selected(current, selection), others);
    }

    private static McpModelTool unknown(String name, List<ServerModelTool> known, Collection<String> others) {
        Set<String> names = new LinkedHashSet<>(others);
        known.forEach(tool -> names.add(tool.name()));
        String problem = "no tool is named \"" + SafeText.excerpt(name) + "\"";
        McpErrorDetails details = McpErrorDetails.ofNoServer(McpMethods.TOOLS_CALL, McpOutcome.NOT_SENT, problem)
                .withRemedy(
                        names.isEmpty()
                                ? "Use the name of a tool that is offered."
                                : KnownNames.remedy("tools", name, names));
        McpRejectedException failure = new McpRejectedException(details, McpRejectedException.Reason.UNKNOWN_TOOL);
        String remedy = failure.remedy();
        McpModelResult result = McpModelResult.ofFailure(
                "The tool was not executed: " + problem + "." + ((remedy != null) ? " " + remedy : ""), failure);
        Tool definition = LibraryTool.define(name, "A tool that does not exist.", true, Map.of());
        return LibraryTool.answering(definition, result);
    }

    List<McpToolUsage> usage(String server) {
        View current = view();
        return this.registry.latest().ofServer(server).stream()
                .filter(tool -> ModelResults.isForModel(tool.tool()))
                .map(tool -> current.byName().get(tool.name()))
                .filter(Objects::nonNull)
                .map(this.registry.usage()::of)
                .toList();
    }

    private View view() {
        McpToolSnapshot snapshot = this.registry.latest();
        Set<String> absent = this.registry.servers().absent(this.settings.keepUnavailable());
        View last = this.view;
        if (last.version() == snapshot.version() && last.absent().equals(absent)) {
            return last;
        }
        Map<String, ServerModelTool> byName = new HashMap<>();
        List<ServerModelTool> tools = new ArrayList<>();
        for (McpRegisteredTool tool : snapshot.tools()) {
            ServerModelTool before = last.byName().get(tool.name());
            ServerModelTool current = (before != null && before.registered() == tool)
                    ? before
                    : new ServerModelTool(this.registry, tool, this.settings, before);
            tools.add(current);
            byName.put(tool.name(), current);
        }
        View next = new View(snapshot.version(), absent, List.copyOf(tools), Map.copyOf(byName));
        this.view = next;
        return next;
    }
}
