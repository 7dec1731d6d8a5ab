package io.mcpclient.console.internal.tool;

import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.json.InvalidRequestException;
import io.mcpclient.console.internal.web.Area;
import io.mcpclient.console.internal.web.ConsoleRequest;
import io.mcpclient.console.internal.wire.CallOwner;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.CallToolResult;

/**
 * Calls tools for users of the console. A call runs in the background, and its user receives events of it; the result is loaded
 * separately, because it may be large.
 */
public final class RunArea implements Area {

    private final McpToolRegistry registry;

    private final RunRecorder recorder;

    private final ConsoleJson json;

    /**
     * Creates the area.
     * @param registry all tools
     * @param recorder records the calls
     * @param json writes arguments
     */
    public RunArea(McpToolRegistry registry, RunRecorder recorder, ConsoleJson json) {
        this.registry = registry;
        this.recorder = recorder;
        this.json = json;
    }

    /** A call to make. */
    record NewRun(@Nullable String tool, @Nullable Map<String, @Nullable Object> arguments) {}

    /** Names a call. */
    record Target(long id) {}

    /**
     * A call with a result, for the view of its tool.
     *
     * @param tool the tool
     * @param arguments arguments as plain JSON
     * @param result the result
     */
    public record Outcome(McpRegisteredTool tool, Map<String, Object> arguments, CallToolResult result) {}

    @Override
    public void addTo(Requests requests) {
        requests.get("calls", request -> this.recorder.history().list(request.user()))
                .get("calls/one", request -> find(request.user(), request.number("id")))
                .post("calls", request -> start(request.user(), request.body(NewRun.class)))
                .post("calls/cancel", request -> cancel(request.user(), request.body(Target.class)));
    }

    /**
     * Returns a call of a user.
     * @param user the user
     * @param id number of the call
     * @return the call
     * @throws InvalidRequestException if there is no such call, or no result of it
     */
    @SuppressWarnings("unchecked") // plain JSON has no other maps
    public Outcome outcome(String user, long id) {
        ToolRun run = this.recorder
                .history()
                .find(user, id)
                .filter(one -> one.result() != null)
                .orElseThrow(() -> InvalidRequestException.notFound("The result of the call is no longer retained."));
        return new Outcome(
                ToolArea.find(this.registry, run.tool()),
                this.json.toProtocol(run.arguments(), Map.class),
                this.json.toProtocol(Objects.requireNonNull(run.result()), CallToolResult.class));
    }

    private ToolRun find(String user, long id) {
        return this.recorder
                .history()
                .find(user, id)
                .orElseThrow(() -> InvalidRequestException.notFound("The call is no longer retained."));
    }

    private ToolRun start(String user, NewRun call) {
        McpRegisteredTool tool = ToolArea.find(this.registry, ConsoleRequest.required("tool", call.tool()));
        Map<String, @Nullable Object> arguments = (call.arguments() != null) ? call.arguments() : Map.of();
        RunRecorder.Recording run = this.recorder.begin(user, tool, this.json.writeText(arguments));
        McpCallOptions options = run.options(McpCallOptions.defaults());
        run.recorded(Mono.defer(() -> this.registry.callToolReactive(tool.name(), arguments, options)), Mono.empty())
                .contextWrite(CallOwner.atConsole(user))
                .subscribe(result -> {}, ex -> {}); // its record has the error
        return run.summary();
    }

    private @Nullable Object cancel(String user, Target target) {
        if (!this.recorder.cancel(user, target.id())) {
            throw InvalidRequestException.notFound("The call has ended.");
        }
        return null;
    }
}
