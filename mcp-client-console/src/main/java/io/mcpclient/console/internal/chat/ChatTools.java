package io.mcpclient.console.internal.chat;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.registry.McpModelTool;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSelection;

/** The tools that a model may call for one message; each call is a step of the conversation. Thread-safe. */
public final class ChatTools {

    private static final McpModelResult STOPPED = McpModelResult.ofText("The user has stopped the model.");

    private final ChatTurn turn;

    private final @Nullable String server;

    private final @Nullable McpPrincipal principal;

    private final McpToolSelection selection;

    ChatTools(ChatTurn turn, @Nullable String server, @Nullable McpPrincipal principal, String message) {
        this.turn = turn;
        this.server = server;
        this.principal = principal;
        McpToolSelection all =
                McpToolSelection.all().query(message).resources(turn.parts().resources());
        McpToolSelection own = (principal != null) ? all.principal(principal) : all;
        this.selection = (server != null) ? own.forServers(server) : own;
    }

    public McpToolRegistry registry() {
        return this.turn.parts().tools();
    }

    /** Returns the only server whose tools are offered, empty for all. */
    public List<String> servers() {
        return (this.server != null) ? List.of(this.server) : List.of();
    }

    /** Returns the principal on whose behalf tools are called, {@code null} if the clients decide. */
    public @Nullable McpPrincipal principal() {
        return this.principal;
    }

    /** Returns whether nobody waits for the answer any more. */
    public boolean isCancelled() {
        return this.turn.isEnded();
    }

    /** Returns the tool that the model means by a name. */
    public McpModelTool named(String name) {
        return registry().modelTool(name, this.selection);
    }

    /**
     * Calls a tool and waits.
     * @param tool the tool
     * @param arguments arguments as the model has written them, or {@code null}
     * @return what the model reads, if somebody still waits for the answer
     */
    public McpModelResult call(McpModelTool tool, @Nullable String arguments) {
        if (isCancelled()) {
            return STOPPED;
        }
        ChatStep step = this.turn.call(tool.name(), (arguments != null) ? arguments : "");
        McpCallOptions options = McpCallOptions.defaults().withProgress(step);
        try {
            McpModelResult result =
                    tool.call(arguments, (this.principal != null) ? options.withPrincipal(this.principal) : options);
            step.end(result);
            return result;
        } catch (RuntimeException ex) { // interrupted
            step.cancel();
            if (isCancelled()) {
                return STOPPED;
            }
            throw ex;
        }
    }
}
