package io.mcpclient.internal.observation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.observation.McpMessage;
import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.GetPromptParams;
import io.mcpclient.schema.ListPromptsResult;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.schema.Tool;
import io.mcpclient.support.SharedInstances;
import io.mcpclient.support.schema.SubscribeParams;
import io.mcpclient.support.schema.UnsubscribeParams;
import io.mcpclient.text.SafeText;

/**
 * Describes messages of one client with low-cardinality names: those of tools and prompts only if the server has listed them.
 * Thread-safe.
 */
final class Messages {

    /** Maximum number of names; the names of further tools are not reported. */
    private static final int MAX_NAMES = 1000;

    /** Maximum number of methods defined by the application. */
    private static final int MAX_METHODS = 100;

    private static final int MAX_PAYLOAD = 8 * 1024;

    private static final Pattern USER = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]*://)[^/@]*@");

    /** Servers have methods and many names in common. */
    private static final SharedInstances<McpMessage> SHARED = new SharedInstances<>(1 << 10);

    private static final McpMessage UNKNOWN_METHOD = new McpMessage(McpMessage.UNKNOWN, null, null, null, null);

    private static final McpMessage UNKNOWN_TOOL = ofTool(McpMessage.UNKNOWN);

    private static final McpMessage UNKNOWN_PROMPT = ofPrompt(McpMessage.UNKNOWN);

    private final JsonCodec codec;

    private final boolean payloads;

    /** Immutable, because it is read for each call, kept for long, and changed by few lists. Few enough for any hash codes. */
    private volatile Map<String, McpMessage> tools = Map.of();

    private volatile Map<String, McpMessage> prompts = Map.of();

    private final Map<String, McpMessage> methods = new ConcurrentHashMap<>();

    Messages(JsonCodec codec, boolean payloads) {
        this.codec = codec;
        this.payloads = payloads;
    }

    /** Collects the names of tools and prompts from a result. */
    void learn(Object result) {
        if (result instanceof ListToolsResult page) {
            synchronized (this) {
                this.tools = with(this.tools, page.tools().stream().map(Tool::name), Messages::ofTool);
            }
        } else if (result instanceof ListPromptsResult page) {
            synchronized (this) {
                this.prompts = with(this.prompts, page.prompts().stream().map(Prompt::name), Messages::ofPrompt);
            }
        }
    }

    private static Map<String, McpMessage> with(
            Map<String, McpMessage> known, Stream<String> names, Function<String, McpMessage> message) {
        List<String> added = names.filter(name -> !known.containsKey(name))
                .distinct()
                .limit(MAX_NAMES - known.size())
                .toList();
        if (added.isEmpty()) {
            return known;
        }
        Map<String, McpMessage> all = new HashMap<>(known);
        added.forEach(name -> all.put(name, message.apply(name)));
        return Map.copyOf(all);
    }

    private static McpMessage ofTool(String name) {
        return SHARED.of(new McpMessage(McpMethods.TOOLS_CALL, name, null, null, null));
    }

    private static McpMessage ofPrompt(String name) {
        return SHARED.of(new McpMessage(McpMethods.PROMPTS_GET, null, name, null, null));
    }

    /** Returns the description of a message; that of most messages is made once. */
    McpMessage describe(String method, @Nullable Object params) {
        return switch (method) {
            case McpMethods.TOOLS_CALL -> withArguments(known(this.tools, name(params), UNKNOWN_TOOL), params);
            case McpMethods.PROMPTS_GET -> known(this.prompts, name(params), UNKNOWN_PROMPT);
            case McpMethods.RESOURCES_READ, McpMethods.RESOURCES_SUBSCRIBE, McpMethods.RESOURCES_UNSUBSCRIBE ->
                new McpMessage(method, null, null, withoutSecrets(uri(params)), null);
            default -> bounded(method);
        };
    }

    private static McpMessage known(Map<String, McpMessage> known, @Nullable Object name, McpMessage unknown) {
        return (name instanceof String text) ? known.getOrDefault(text, unknown) : unknown;
    }

    private McpMessage withArguments(McpMessage message, @Nullable Object params) {
        String arguments = arguments(params);
        return (arguments != null)
                ? new McpMessage(message.method(), message.toolName(), null, null, arguments)
                : message;
    }

    private McpMessage bounded(String method) {
        McpMessage message = this.methods.get(method);
        if (message != null) {
            return message;
        }
        if (this.methods.size() >= MAX_METHODS) {
            return UNKNOWN_METHOD;
        }
        return this.methods.computeIfAbsent(method, name -> SHARED.of(new McpMessage(name, null, null, null, null)));
    }

    private static @Nullable Object name(@Nullable Object params) {
        if (params instanceof CallToolParams call) {
            return call.name();
        }
        return (params instanceof GetPromptParams get) ? get.name() : plain(params, "name");
    }

    private static @Nullable Object uri(@Nullable Object params) {
        if (params instanceof ReadResourceParams read) {
            return read.uri();
        }
        if (params instanceof SubscribeParams subscribe) {
            return subscribe.uri();
        }
        return (params instanceof UnsubscribeParams unsubscribe) ? unsubscribe.uri() : plain(params, "uri");
    }

    private static @Nullable Object plain(@Nullable Object params, String member) {
        return (params instanceof Map<?, ?> map) ? map.get(member) : null;
    }

    /** Removes the query and other parts of a URI that often contain keys and tokens. */
    static @Nullable String withoutSecrets(@Nullable Object uri) {
        if (!(uri instanceof String text)) {
            return null;
        }
        int end = text.length();
        for (char mark : new char[] {'?', '#'}) {
            int at = text.indexOf(mark);
            end = (at >= 0) ? Math.min(end, at) : end;
        }
        return SafeText.excerpt(USER.matcher(text.substring(0, end)).replaceFirst("$1"));
    }

    private @Nullable String arguments(@Nullable Object params) {
        return payload((params instanceof CallToolParams call) ? call.arguments() : plain(params, "arguments"));
    }

    /** Returns JSON text, or {@code null} if payloads are not recorded. */
    @Nullable
    String payload(@Nullable Object value) {
        if (!this.payloads || value == null) {
            return null;
        }
        try {
            String json = this.codec.toJson(value);
            return (json.length() > MAX_PAYLOAD) ? json.substring(0, MAX_PAYLOAD) + "…" : json;
        } catch (IllegalArgumentException ex) {
            return null; // an unwritable value fails when it is sent
        }
    }
}
