package io.mcpclient.jsonrpc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

import io.mcpclient.schema.CacheScope;
import io.mcpclient.schema.Icon;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.ResultType;
import io.mcpclient.schema.TaskSupport;
import io.mcpclient.schema.Tool;
import io.mcpclient.schema.ToolAnnotations;
import io.mcpclient.schema.ToolExecution;

/**
 * Reads a page of tools and measures each tool meanwhile: a list is the largest thing that a client reads regularly, and walking
 * through all definitions once more would take as long as to read them. Not thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">MCP: Tools</a>
 */
final class ToolPageReader extends DirectReader {

    private final JsonMeter meter;

    /**
     * Creates a reader.
     * @param json a parser at the beginning of a page
     */
    ToolPageReader(JsonParser json) {
        this(json, new JsonMeter());
    }

    private ToolPageReader(JsonParser json, JsonMeter meter) {
        super(json, meter);
        this.meter = meter;
    }

    /**
     * Reads the page.
     * @return the page, with a {@link MeasuredList}
     */
    ListToolsResult page() {
        List<Tool> tools = null;
        String nextCursor = null;
        String resultType = null;
        Object ttlMs = null;
        String cacheScope = null;
        Map<String, Object> meta = null;
        Map<String, Object> extra = null;
        for (String name = nextName(); name != null; name = nextName()) {
            JsonToken token = nextToken();
            switch (name) {
                case "tools" -> tools = tools(token, tools);
                case "nextCursor" -> nextCursor = text(name, token, nextCursor);
                case "resultType" -> resultType = text(name, token, resultType);
                case "ttlMs" -> ttlMs = any(name, token, ttlMs);
                case "cacheScope" -> cacheScope = text(name, token, cacheScope);
                case "_meta" -> meta = object(name, token, meta);
                case "dropped" -> throw new UnusualException(); // not of the server
                default -> extra = plus(extra, name, token);
            }
        }
        return new ListToolsResult(
                (tools != null) ? tools : List.of(),
                nextCursor,
                (resultType != null) ? new ResultType(resultType) : null,
                ttlMs,
                (cacheScope != null) ? new CacheScope(cacheScope) : null,
                meta,
                List.of(),
                orEmpty(extra));
    }

    private List<Tool> tools(JsonToken start, @Nullable List<Tool> before) {
        require(before == null && start == JsonToken.START_ARRAY);
        List<Tool> tools = new ArrayList<>();
        List<JsonSize> sizes = new ArrayList<>();
        for (JsonToken token = nextToken(); token != JsonToken.END_ARRAY; token = nextToken()) {
            this.meter.reset();
            tools.add(tool(token));
            sizes.add(this.meter.size());
        }
        return new MeasuredList<>(tools, sizes);
    }

    private Tool tool(JsonToken start) {
        String toolName = null;
        String title = null;
        String description = null;
        Map<String, Object> inputSchema = null;
        Map<String, Object> outputSchema = null;
        ToolAnnotations annotations = null;
        ToolExecution execution = null;
        List<Icon> icons = null;
        Map<String, Object> meta = null;
        Map<String, Object> extra = null;
        require(start == JsonToken.START_OBJECT);
        this.meter.beginObject();
        for (String name = nextName(); name != null; name = nextName()) {
            JsonToken token = nextToken();
            switch (name) {
                case "name" -> toolName = text(name, token, toolName);
                case "title" -> title = text(name, token, title);
                case "description" -> description = text(name, token, description);
                case "inputSchema" -> inputSchema = object(name, token, inputSchema);
                case "outputSchema" -> outputSchema = object(name, token, outputSchema);
                case "annotations" -> annotations = annotations(name, token, annotations);
                case "execution" -> execution = execution(name, token, execution);
                case "icons" -> icons = icons(name, token, icons);
                case "_meta" -> meta = object(name, token, meta);
                default -> extra = plus(extra, name, token);
            }
        }
        return new Tool(
                required(toolName),
                title,
                description,
                required(inputSchema),
                outputSchema,
                annotations,
                execution,
                (icons != null) ? icons : List.of(),
                meta,
                orEmpty(extra));
    }

    private @Nullable ToolAnnotations annotations(String member, JsonToken start, @Nullable ToolAnnotations before) {
        if (isAbsent(start, before)) {
            return null;
        }
        require(start == JsonToken.START_OBJECT);
        String title = null;
        Boolean readOnly = null;
        Boolean destructive = null;
        Boolean idempotent = null;
        Boolean openWorld = null;
        Map<String, Object> extra = null;
        measureName(member);
        long begin = this.meter.beginObject();
        for (String name = nextName(); name != null; name = nextName()) {
            JsonToken token = nextToken();
            switch (name) {
                case "title" -> title = text(name, token, title);
                case "readOnlyHint" -> readOnly = flag(name, token, readOnly);
                case "destructiveHint" -> destructive = flag(name, token, destructive);
                case "idempotentHint" -> idempotent = flag(name, token, idempotent);
                case "openWorldHint" -> openWorld = flag(name, token, openWorld);
                default -> extra = plus(extra, name, token);
            }
        }
        this.meter.endObject(begin);
        return new ToolAnnotations(title, readOnly, destructive, idempotent, openWorld, orEmpty(extra));
    }

    private @Nullable ToolExecution execution(String member, JsonToken start, @Nullable ToolExecution before) {
        if (isAbsent(start, before)) {
            return null;
        }
        require(start == JsonToken.START_OBJECT);
        String taskSupport = null;
        Map<String, Object> extra = null;
        measureName(member);
        long begin = this.meter.beginObject();
        for (String name = nextName(); name != null; name = nextName()) {
            JsonToken token = nextToken();
            if (name.equals("taskSupport")) {
                taskSupport = text(name, token, taskSupport);
            } else {
                extra = plus(extra, name, token);
            }
        }
        this.meter.endObject(begin);
        return new ToolExecution((taskSupport != null) ? new TaskSupport(taskSupport) : null, orEmpty(extra));
    }

    /** An empty list is not written, and so not measured. */
    private @Nullable List<Icon> icons(String member, JsonToken start, @Nullable List<Icon> before) {
        List<Icon> icons = icons(start, before);
        if (icons != null && !icons.isEmpty()) {
            measureName(member);
            this.meter.add(icons);
        }
        return icons;
    }
}
