package io.mcpclient.sample.embedded.stateless;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

import jakarta.servlet.http.HttpServletRequest;

/**
 * The server {@code travel}: dispatches every method of the revision to its handler. It stores no state of clients; bookings
 * and tasks, which outlive a request, have ids that the client sends.
 *
 * @see "MCP 2026-07-28, basic/index, Statelessness; server/discover"
 */
final class TravelServer {

    private static final String INSTRUCTIONS =
            "Search trips first. Booking asks the user twice. Bookings are gone when the application ends.";

    private final Map<String, Function<RpcRequest, PendingResponse>> methods;

    private final RequestChecks checks;

    TravelServer(DelayedTasks timekeeper, Subscriptions subscriptions) {
        RequestState state = new RequestState(timekeeper.clock());
        Bookings bookings = new Bookings();
        TourTasks tasks = new TourTasks(timekeeper, subscriptions);
        TravelResources resources = new TravelResources(bookings);
        Tools tools = new Tools(tools(timekeeper, subscriptions, state, bookings, tasks));
        this.checks = new RequestChecks(new MirroredHeaders(tools::headers));
        this.methods = Map.ofEntries(
                Map.entry("server/discover", result(request -> discover())),
                Map.entry("tools/list", list(() -> Results.shared(Results.LONG, "tools", tools.definitions()))),
                Map.entry("tools/call", tools::call),
                Map.entry("prompts/list", list(TravelPrompts::list)),
                Map.entry("prompts/get", result(TravelPrompts::get)),
                Map.entry("resources/list", list(resources::list)),
                Map.entry("resources/templates/list", list(resources::templates)),
                Map.entry("resources/read", result(resources::read)),
                Map.entry("completion/complete", result(TravelPrompts::complete)),
                Map.entry(
                        "subscriptions/listen",
                        request -> subscriptions.listen(request, resources::isKnown, tasks::isKnown)),
                Map.entry("tasks/get", result(tasks::get)),
                Map.entry("tasks/update", result(tasks::update)),
                Map.entry("tasks/cancel", result(tasks::cancel)));
    }

    private static List<Tool> tools(
            DelayedTasks timekeeper,
            Subscriptions subscriptions,
            RequestState state,
            Bookings bookings,
            TourTasks tasks) {
        Runnable changed = () -> {
            subscriptions.resourceListChanged();
            subscriptions.resourceUpdated(TravelResources.BOOKINGS);
        };
        List<Tool> tools = new ArrayList<>();
        tools.add(SearchTool.create());
        tools.add(new PriceTool(timekeeper).create());
        tools.addAll(new BookingTools(state, bookings, changed).tools());
        tools.add(new PostcardTool(state).create());
        tools.add(new TourTool(tasks).create());
        return tools;
    }

    /**
     * Handles a request.
     * @throws RpcError if the response is an error
     */
    PendingResponse answer(RpcRequest request, HttpServletRequest http) {
        this.checks.check(request, http);
        Function<RpcRequest, PendingResponse> method = this.methods.get(request.method());
        if (method == null) {
            throw RpcError.unknownMethod();
        }
        return method.apply(request);
    }

    private static Map<String, Object> discover() {
        Map<String, Object> capabilities = Json.object(
                "tools",
                Map.of(),
                "prompts",
                Map.of(),
                "resources",
                Json.object("subscribe", true, "listChanged", true),
                "completions",
                Map.of(),
                "logging",
                Map.of(),
                "extensions",
                Map.of(Revision.TASKS, Map.of()));
        return Results.shared(
                Results.LONG,
                "supportedVersions",
                List.of(Revision.NAME),
                "capabilities",
                capabilities,
                "instructions",
                INSTRUCTIONS);
    }

    private static Function<RpcRequest, PendingResponse> result(Function<RpcRequest, Map<String, Object>> method) {
        return request -> new PendingResponse.Result(method.apply(request));
    }

    /** Every list has a single page, so every cursor is invalid. */
    private static Function<RpcRequest, PendingResponse> list(Supplier<Map<String, Object>> page) {
        return request -> {
            if (request.params().has("cursor")) {
                throw RpcError.invalidParams("There is no page of that cursor");
            }
            return new PendingResponse.Result(page.get());
        };
    }
}
