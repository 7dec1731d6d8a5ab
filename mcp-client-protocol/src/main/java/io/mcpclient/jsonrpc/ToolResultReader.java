package io.mcpclient.jsonrpc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DatabindException;

import io.mcpclient.schema.Annotations;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.JsonValue;
import io.mcpclient.schema.ResultType;
import io.mcpclient.schema.TextContent;

/**
 * Reads the result of a tool call. Content other than text is read as plain JSON and then bound, which does not copy its texts. Not
 * thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">MCP: Tools, Tool Result</a>
 */
final class ToolResultReader extends DirectReader {

    private static final String TYPE = "type";

    private static final String TEXT = "text";

    private final Supplier<JsonValue> structured;

    /**
     * Creates a reader.
     * @param json a parser at the beginning of a result
     * @param structured copies the text of the value at which the parser stands
     */
    ToolResultReader(JsonParser json, Supplier<JsonValue> structured) {
        super(json);
        this.structured = structured;
    }

    CallToolResult result() {
        List<ContentBlock> content = null;
        Boolean isError = null;
        String resultType = null;
        Map<String, Object> meta = null;
        JsonValue structured = null;
        Map<String, Object> members = null;
        for (String name = nextName(); name != null; name = nextName()) {
            JsonToken token = nextToken();
            switch (name) {
                case "content" -> content = content(token, content);
                case "isError" -> isError = flag(token, isError);
                case "resultType" -> resultType = text(token, resultType);
                case "_meta" -> meta = object(token, meta);
                case "structuredContent" -> {
                    require(structured == null);
                    structured = this.structured.get();
                }
                default -> members = plus(members, name, token);
            }
        }
        return new CallToolResult(
                (content != null) ? content : List.of(),
                isError,
                (resultType != null) ? new ResultType(resultType) : null,
                meta,
                structured,
                orEmpty(members));
    }

    private List<ContentBlock> content(JsonToken start, @Nullable List<ContentBlock> before) {
        require(before == null && start == JsonToken.START_ARRAY);
        List<ContentBlock> content = new ArrayList<>(1);
        for (JsonToken token = nextToken(); token != JsonToken.END_ARRAY; token = nextToken()) {
            require(token == JsonToken.START_OBJECT);
            content.add(block());
        }
        return content;
    }

    /** Nearly all servers write the type first. */
    private ContentBlock block() {
        Map<String, Object> first = Map.of();
        String name = nextName();
        if (TYPE.equals(name)) {
            String type = required(text(nextToken(), null));
            if (type.equals(TEXT)) {
                return text();
            }
            first = Map.of(TYPE, type);
            name = nextName();
        }
        Map<String, Object> block = new LinkedHashMap<>(first);
        for (; name != null; name = nextName()) {
            plus(block, name, nextToken());
        }
        try {
            return Databind.mapper().convertValue(block, ContentBlock.class);
        } catch (DatabindException ex) {
            throw new UnsupportedShapeException();
        }
    }

    private TextContent text() {
        String text = null;
        Annotations annotations = null;
        Map<String, Object> meta = null;
        Map<String, Object> extra = null;
        for (String name = nextName(); name != null; name = nextName()) {
            JsonToken token = nextToken();
            switch (name) {
                case TEXT -> text = text(token, text);
                case "annotations" -> annotations = bound(token, Annotations.class, annotations);
                case "_meta" -> meta = object(token, meta);
                case TYPE -> throw new UnsupportedShapeException(); // a second one
                default -> extra = plus(extra, name, token);
            }
        }
        return new TextContent((text != null) ? text : "", annotations, meta, orEmpty(extra));
    }
}
