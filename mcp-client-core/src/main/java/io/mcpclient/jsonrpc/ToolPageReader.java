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

    /** A floating-point number of this length does not have an excessive exponent. */
    private static final int USUAL_LENGTH = 6;

    private final JsonParser json;

    private final MessageText text;

    /**
     * Creates a reader.
     * @param json a parser at the beginning of a page
     * @param text the text that it parses
     */
    ToolPageReader(JsonParser json, MessageText text) {
        super(json, true);
        this.json = json;
        this.text = text;
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
                case "nextCursor" -> nextCursor = text(token, nextCursor);
                case "resultType" -> resultType = text(token, resultType);
                case "ttlMs" -> ttlMs = any(token, ttlMs);
                case "cacheScope" -> cacheScope = text(token, cacheScope);
                case "_meta" -> meta = object(token, meta);
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

    private List<Tool> tools(JsonToken start, @Nullable List<Tool> earlier) {
        require(earlier == null && start == JsonToken.START_ARRAY);
        List<Tool> tools = new ArrayList<>();
        List<JsonSize> sizes = new ArrayList<>();
        for (JsonToken token = nextToken(); token != JsonToken.END_ARRAY; token = nextToken()) {
            int begin = this.text.begin(this.json);
            long before = this.json.currentTokenCount();
            tools.add(tool(token));
            sizes.add(this.text.size(begin, this.text.end(this.json), nodesSince(before)));
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
        for (String name = nextName(); name != null; name = nextName()) {
            JsonToken token = nextToken();
            switch (name) {
                case "name" -> toolName = text(token, toolName);
                case "title" -> title = text(token, title);
                case "description" -> description = text(token, description);
                case "inputSchema" -> inputSchema = schema(token, inputSchema);
                case "outputSchema" -> outputSchema = schema(token, outputSchema);
                case "annotations" -> annotations = annotations(token, annotations);
                case "execution" -> execution = execution(token, execution);
                case "icons" -> icons = icons(token, icons);
                case "_meta" -> meta = object(token, meta);
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

    /**
     * Checks that a schema is JSON, but reads it only when something asks for its members, as most are never asked. A number that might
     * have to be rejected is unusual: problems are reported with the list.
     */
    @SuppressWarnings("unchecked") // the types of the vocabulary do not say that a value of a JSON object may be null
    private @Nullable Map<String, Object> schema(JsonToken start, @Nullable Map<String, Object> earlier) {
        if (isAbsent(start, earlier)) {
            return null;
        }
        require(start == JsonToken.START_OBJECT);
        int begin = this.text.begin(this.json);
        long before = this.json.currentTokenCount();
        skipObject();
        LazyObject schema = new LazyObject(this.text.copy(begin, this.text.end(this.json)), nodesSince(before));
        return (Map<String, Object>) (Map<?, ?>) schema;
    }

    /** Returns the number of tokens from the one that was counted last up to the current one. */
    private int nodesSince(long before) {
        return Math.toIntExact(this.json.currentTokenCount() - before + 1);
    }

    private void skipObject() {
        for (int depth = 1; depth > 0; ) {
            switch (nextToken()) {
                case START_OBJECT, START_ARRAY -> depth++;
                case END_OBJECT, END_ARRAY -> depth--;
                case VALUE_NUMBER_FLOAT -> require(this.json.getStringLength() <= USUAL_LENGTH);
                default -> {
                    // valid, as the parser knows
                }
            }
        }
    }

    private @Nullable ToolAnnotations annotations(JsonToken start, @Nullable ToolAnnotations before) {
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
        for (String name = nextName(); name != null; name = nextName()) {
            JsonToken token = nextToken();
            switch (name) {
                case "title" -> title = text(token, title);
                case "readOnlyHint" -> readOnly = flag(token, readOnly);
                case "destructiveHint" -> destructive = flag(token, destructive);
                case "idempotentHint" -> idempotent = flag(token, idempotent);
                case "openWorldHint" -> openWorld = flag(token, openWorld);
                default -> extra = plus(extra, name, token);
            }
        }
        return new ToolAnnotations(title, readOnly, destructive, idempotent, openWorld, orEmpty(extra));
    }

    private @Nullable ToolExecution execution(JsonToken start, @Nullable ToolExecution before) {
        if (isAbsent(start, before)) {
            return null;
        }
        require(start == JsonToken.START_OBJECT);
        String taskSupport = null;
        Map<String, Object> extra = null;
        for (String name = nextName(); name != null; name = nextName()) {
            JsonToken token = nextToken();
            if (name.equals("taskSupport")) {
                taskSupport = text(token, taskSupport);
            } else {
                extra = plus(extra, name, token);
            }
        }
        return new ToolExecution((taskSupport != null) ? new TaskSupport(taskSupport) : null, orEmpty(extra));
    }
}
