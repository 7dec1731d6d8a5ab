package io.mcpclient.springai;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.util.StringUtils;

import io.mcpclient.error.McpCancelledException;
import io.mcpclient.registry.McpToolRegistry;

/**
 * Executes the tool calls of a model, including those of names that the prompt does not have: a name of a tool that the model has
 * found by a search, remembers from an earlier prompt, or has invented, or no name at all. Spring AI ends a prompt with an exception
 * for such a name. Here the call is executed if the prompt's own {@link McpToolCallbackProvider}s permit it, and otherwise the model
 * reads that there is no such tool. With {@code mcp.tools.parallel}, calls that only read run in parallel. Everything else is left to
 * another manager. Thread-safe.
 *
 * <p>The auto-configuration wraps the {@link ToolCallingManager} bean, which the auto-configured {@code ChatClient.Builder} uses.
 * A client that is built otherwise gets it as follows:
 *
 * <pre>{@code
 * ToolCallingManager manager = McpToolCallingManager.of(ToolCallingManager.builder().build(), registry);
 * ChatClient.builder(model, ObservationRegistry.NOOP, null, null, ToolCallingAdvisor.builder().toolCallingManager(manager))
 * }</pre>
 */
public final class McpToolCallingManager implements ToolCallingManager {

    /** Threads that run blocking code of streams, and are interrupted when nobody waits for the result any longer. */
    private static final Pattern OF_REACTOR = Pattern.compile("(?:b|loomB)oundedElastic-");

    /** The name of calls without one: providers refuse a conversation with an empty name. */
    private static final String NO_NAME = "missing_tool_name";

    private final ToolCallingManager delegate;

    private final McpToolRegistry registry;

    private final Predicate<String> resolvable;

    private McpToolCallingManager(ToolCallingManager delegate, McpToolRegistry registry, Predicate<String> resolvable) {
        this.delegate = delegate;
        this.registry = registry;
        this.resolvable = resolvable;
    }

    /**
     * Wraps a manager.
     * @param delegate executes the calls
     * @param registry the tools
     * @return the manager
     */
    public static McpToolCallingManager of(ToolCallingManager delegate, McpToolRegistry registry) {
        return new McpToolCallingManager(delegate, registry, name -> false);
    }

    /** Leaves names to the other manager that it can resolve itself. */
    McpToolCallingManager withResolvable(Predicate<String> names) {
        return new McpToolCallingManager(this.delegate, this.registry, names);
    }

    /**
     * Returns the definitions of the tools of a prompt.
     * @param options options of the prompt
     * @return what the other manager returns
     */
    @Override
    public List<ToolDefinition> resolveToolDefinitions(ToolCallingChatOptions options) {
        return this.delegate.resolveToolDefinitions(options);
    }

    /**
     * Executes the tool calls of a response. If Reactor interrupts its thread, because a stream is cancelled, the prompt ends with
     * results that say so.
     * @param prompt the prompt, with its tools
     * @param response the response of the model
     * @return the conversation with the results
     * @throws McpCancelledException if the thread is interrupted, unless it is one of Reactor's
     */
    @Override
    public ToolExecutionResult executeToolCalls(Prompt prompt, ChatResponse response) {
        Generation generation = response.getResults().stream()
                .filter(result -> result.getOutput().hasToolCalls())
                .findFirst()
                .orElse(null);
        if (generation == null || !(prompt.getOptions() instanceof ToolCallingChatOptions options)) {
            return this.delegate.executeToolCalls(prompt, response);
        }
        AssistantMessage message = named(generation.getOutput());
        ChatResponse named = (message == generation.getOutput())
                ? response
                : new ChatResponse(List.of(new Generation(message, generation.getMetadata())), response.getMetadata());
        return execute(prompt, options, message, named);
    }

    private ToolExecutionResult execute(
            Prompt prompt, ToolCallingChatOptions options, AssistantMessage message, ChatResponse response) {
        List<ToolCall> calls = message.getToolCalls();
        List<ToolCallback> present = Objects.requireNonNullElse(options.getToolCallbacks(), List.of());
        List<ToolCallback> callbacks = complete(present, calls);
        Prompt complete = (callbacks.size() == present.size())
                ? prompt
                : new Prompt(
                        prompt.getInstructions(),
                        options.mutate().toolCallbacks(callbacks).build());
        boolean isParallel = calls.size() > 1 && this.registry.settings().parallel();
        try {
            return isParallel
                    ? new ParallelToolCalls(this.delegate, this.registry.callThreads(), complete, callbacks)
                            .execute(message)
                    : this.delegate.executeToolCalls(complete, response);
        } catch (McpCancelledException ex) {
            Thread caller = Thread.currentThread();
            if (!caller.isInterrupted() || !OF_REACTOR.matcher(caller.getName()).lookingAt()) {
                throw ex;
            }
            return cancelled(prompt, message);
        }
    }

    /** Returns the message, whose calls all have names. */
    private static AssistantMessage named(AssistantMessage message) {
        List<ToolCall> calls = message.getToolCalls();
        return calls.stream().allMatch(call -> StringUtils.hasText(call.name()))
                ? message
                : message.mutate()
                        .toolCalls(
                                calls.stream().map(McpToolCallingManager::named).toList())
                        .build();
    }

    private static ToolCall named(ToolCall call) {
        return StringUtils.hasText(call.name())
                ? call
                : new ToolCall(call.id(), call.type(), NO_NAME, call.arguments());
    }

    /**
     * Returns results of a stream that was cancelled: it ignores them, whereas each of its operators logs an error. They go to the
     * caller, because the model would be asked once more with them.
     */
    private static ToolExecutionResult cancelled(Prompt prompt, AssistantMessage message) {
        List<ToolResponse> responses = message.getToolCalls().stream()
                .map(call -> new ToolResponse(call.id(), call.name(), "The call was cancelled."))
                .toList();
        return result(prompt, message, responses, true);
    }

    /** Returns the result of a turn. */
    static ToolExecutionResult result(
            Prompt prompt, AssistantMessage message, List<ToolResponse> responses, boolean returnDirect) {
        List<Message> history = new ArrayList<>(prompt.getInstructions());
        history.add(message);
        history.add(ToolResponseMessage.builder().responses(responses).build());
        return ToolExecutionResult.builder()
                .conversationHistory(history)
                .returnDirect(returnDirect)
                .build();
    }

    /** Returns the callbacks, and one for each called name that has none. */
    private List<ToolCallback> complete(List<ToolCallback> callbacks, List<ToolCall> calls) {
        Set<String> names = callbacks.stream()
                .map(callback -> callback.getToolDefinition().name())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        Map<String, ToolCallback> missing = new LinkedHashMap<>();
        for (ToolCall call : calls) {
            if (!names.contains(call.name()) && !this.resolvable.test(call.name())) {
                missing.computeIfAbsent(call.name(), called -> resolved(called, callbacks, names));
            }
        }
        if (missing.isEmpty()) {
            return callbacks;
        }
        List<ToolCallback> complete = new ArrayList<>(callbacks);
        complete.addAll(missing.values());
        return complete;
    }

    private McpToolCallback resolved(String name, List<ToolCallback> callbacks, Set<String> offered) {
        List<McpToolCallback> candidates = callbacks.stream()
                .filter(McpToolCallback.class::isInstance)
                .map(callback -> ((McpToolCallback) callback).provider())
                .distinct()
                .map(provider -> provider.callback(name, offered))
                .toList();
        return candidates.stream()
                .filter(candidate -> candidate.tool().registered() != null)
                .findFirst()
                .or(() -> candidates.stream().findFirst())
                .orElseGet(() ->
                        McpToolCallbackProvider.of(this.registry).forServers().callback(name, offered));
    }
}
