package io.mcpclient.langchain4j;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.exception.ToolArgumentsException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProviderResult;
import org.jspecify.annotations.Nullable;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.registry.McpRegisteredResource;
import io.mcpclient.registry.McpRegisteredResourceTemplate;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpResourceSnapshot;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.ResourceTemplate;

/** Two tools with which a model lists and reads resources. */
final class ResourceTools {

    static final String LIST = "list_resources";

    static final String READ = "read_resource";

    /** A list is meant for a model's context. */
    private static final int MAX_LISTED = 200;

    private final McpResourceRegistry registry;

    private final @Nullable Set<String> servers;

    private final CallContext context;

    ResourceTools(McpResourceRegistry registry, @Nullable Set<String> servers, CallContext context) {
        this.registry = registry;
        this.servers = servers;
        this.context = context;
    }

    void addTo(ToolProviderResult.Builder result, Predicate<String> isTaken) {
        result.add(listing(free(LIST, isTaken)), new Executor() {
            @Override
            public ToolExecutionResult executeWithContext(
                    ToolExecutionRequest request, @Nullable InvocationContext invocation) {
                return list();
            }
        });
        result.add(reading(free(READ, isTaken)), new Executor() {
            @Override
            public ToolExecutionResult executeWithContext(
                    ToolExecutionRequest request, @Nullable InvocationContext invocation) {
                return read(
                        request,
                        (invocation != null)
                                ? invocation
                                : InvocationContext.builder().build());
            }
        });
    }

    private static String free(String name, Predicate<String> isTaken) {
        String free = name;
        while (isTaken.test(free)) {
            free = "mcp_" + free;
        }
        return free;
    }

    private static ToolSpecification listing(String name) {
        return ToolSpecification.builder()
                .name(name)
                .description("Lists the resources that can be read: documents and data of servers, as JSON.")
                .parameters(JsonObjectSchema.builder().build())
                .build();
    }

    private static ToolSpecification reading(String name) {
        return ToolSpecification.builder()
                .name(name)
                .description("Reads one resource of a server.")
                .parameters(JsonObjectSchema.builder()
                        .addStringProperty("server", "Name of the server, as listed")
                        .addStringProperty("uri", "URI of the resource, as listed or made from a listed template")
                        .required("server", "uri")
                        .build())
                .build();
    }

    private boolean isSelected(String server) {
        return this.servers == null || this.servers.contains(server);
    }

    private ToolExecutionResult list() {
        McpResourceSnapshot snapshot = this.registry.snapshot();
        List<Map<String, Object>> listed = new ArrayList<>();
        snapshot.resources().stream()
                .filter(resource -> resource.available() && isSelected(resource.server()))
                .forEach(resource -> listed.add(described(resource)));
        snapshot.templates().stream()
                .filter(template -> template.available() && isSelected(template.server()))
                .forEach(template -> listed.add(described(template)));
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("resources", listed.subList(0, Math.min(listed.size(), MAX_LISTED)));
        if (listed.size() > MAX_LISTED) {
            result.put("omitted", listed.size() - MAX_LISTED);
        }
        return ToolExecutionResult.builder()
                .result(result)
                .resultText(Json.write(result))
                .build();
    }

    private static Map<String, Object> described(McpRegisteredResource registered) {
        Resource resource = registered.resource();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("server", registered.server());
        members.put("uri", resource.uri());
        members.put("name", resource.displayName());
        put(members, "description", resource.description());
        put(members, "mimeType", resource.mimeType());
        put(members, "size", resource.size());
        return members;
    }

    private static Map<String, Object> described(McpRegisteredResourceTemplate registered) {
        ResourceTemplate template = registered.template();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("server", registered.server());
        members.put("uriTemplate", template.uriTemplate());
        put(members, "name", template.name());
        put(members, "description", template.description());
        put(members, "mimeType", template.mimeType());
        return members;
    }

    private static void put(Map<String, Object> members, String key, @Nullable Object value) {
        if (value != null) {
            members.put(key, value);
        }
    }

    private ToolExecutionResult read(ToolExecutionRequest request, InvocationContext invocation) {
        String server = argument(request, "server");
        String uri = argument(request, "uri");
        if (!isSelected(server)) {
            return ToolResultMapper.error("There is no server of this name. Use a name that is listed.");
        }
        try {
            return ToolResultMapper.of(read(server, uri, this.context.principal(invocation)));
        } catch (McpException ex) {
            throw ToolFailures.of(request.name(), ex);
        }
    }

    private ReadResourceResult read(String server, String uri, @Nullable McpPrincipal principal) {
        return this.registry.read(server, uri, CallContext.onBehalf(McpCallOptions.defaults(), principal));
    }

    private static String argument(ToolExecutionRequest request, String name) {
        try {
            if (Json.readObject(request.arguments()).get(name) instanceof String value) {
                return value;
            }
        } catch (IllegalArgumentException ex) {
            // The message below names what is missing.
        }
        throw new ToolArgumentsException("The arguments of \"" + request.name() + "\" have no text \"" + name + "\".");
    }

    /** The form without a context has the same result. */
    private abstract static class Executor implements ToolExecutor {

        @Override
        public String execute(ToolExecutionRequest request, Object memoryId) {
            return RegistryToolExecutor.text(executeWithContext(
                    request, InvocationContext.builder().chatMemoryId(memoryId).build()));
        }
    }
}
