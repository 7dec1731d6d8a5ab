package io.mcpclient.jsonrpc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

import io.mcpclient.internal.support.SharedJsonMapper;
import io.mcpclient.schema.CacheScope;
import io.mcpclient.schema.Icon;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.ResultType;
import io.mcpclient.schema.TaskSupport;
import io.mcpclient.schema.Tool;
import io.mcpclient.schema.ToolAnnotations;
import io.mcpclient.schema.ToolExecution;

/**
 * Reads a page of tools and measures each tool meanwhile, because a list is the largest thing that a client reads regularly, and
 * walking through all definitions once more takes longer than to read them. Does only what is usual; for everything else (a member
 * of another type than the specification says, a member that occurs twice) the page is read by databind, whose rules apply, and
 * measured afterwards. Not thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">MCP: Tools</a>
 */
final class ToolPageReader {

    /** Capacity of maps: most objects of a schema have at most three members. */
    private static final int FEW = 4;

    private final JsonParser json;

    private final Function<Class<?>, ObjectReader> readers;

    private final JsonMeter meter;

    private ToolPageReader(JsonParser json, Function<Class<?>, ObjectReader> readers, ObjectWriter writer) {
        this.json = json;
        this.readers = readers;
        this.meter = new JsonMeter(writer);
    }

    /**
     * Reads a page.
     * @param json a parser at the beginning of the object
     * @param readers databind, for members that are rare
     * @param writer measures these
     * @return the page, with a {@link MeasuredList}
     * @throws UnusualException if databind has to read the page
     */
    static ListToolsResult read(JsonParser json, Function<Class<?>, ObjectReader> readers, ObjectWriter writer) {
        try {
            return new ToolPageReader(json, readers, writer).page();
        } catch (DatabindException ex) {
            throw new UnusualException();
        }
    }

    private ListToolsResult page() {
        List<Tool> tools = null;
        String nextCursor = null;
        ResultType resultType = null;
        Object ttlMs = null;
        CacheScope cacheScope = null;
        Map<String, Object> meta = null;
        Map<String, Object> extra = null;
        for (String name = this.json.nextName(); name != null; name = this.json.nextName()) {
            JsonToken token = this.json.nextToken();
            switch (name) {
                case "tools" -> tools = tools(token, tools);
                case "nextCursor" -> nextCursor = text(name, token, nextCursor);
                case "resultType" -> resultType = bound(token, ResultType.class, resultType);
                case "ttlMs" -> ttlMs = once(ttlMs, value(token));
                case "cacheScope" -> cacheScope = bound(token, CacheScope.class, cacheScope);
                case "_meta" -> meta = members(name, token, meta);
                case "dropped" -> throw new UnusualException(); // not of the server
                default -> extra = plus(extra, name, token);
            }
        }
        return new ListToolsResult(
                (tools != null) ? tools : List.of(),
                nextCursor,
                resultType,
                ttlMs,
                cacheScope,
                meta,
                List.of(),
                (extra != null) ? extra : Map.of());
    }

    private List<Tool> tools(JsonToken start, @Nullable List<Tool> before) {
        require(before == null && start == JsonToken.START_ARRAY);
        List<Tool> tools = new ArrayList<>();
        List<JsonSize> sizes = new ArrayList<>();
        for (JsonToken token = this.json.nextToken(); token != JsonToken.END_ARRAY; token = this.json.nextToken()) {
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
        for (String name = this.json.nextName(); name != null; name = this.json.nextName()) {
            JsonToken token = this.json.nextToken();
            switch (name) {
                case "name" -> toolName = text(name, token, toolName);
                case "title" -> title = text(name, token, title);
                case "description" -> description = text(name, token, description);
                case "inputSchema" -> inputSchema = members(name, token, inputSchema);
                case "outputSchema" -> outputSchema = members(name, token, outputSchema);
                case "annotations" -> annotations = annotations(name, token, annotations);
                case "execution" -> execution = execution(name, token, execution);
                case "icons" -> icons = icons(name, token, icons);
                case "_meta" -> meta = members(name, token, meta);
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
                (extra != null) ? extra : Map.of());
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
        this.meter.member(member);
        long begin = this.meter.beginObject();
        for (String name = this.json.nextName(); name != null; name = this.json.nextName()) {
            JsonToken token = this.json.nextToken();
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
        return new ToolAnnotations(
                title, readOnly, destructive, idempotent, openWorld, (extra != null) ? extra : Map.of());
    }

    private @Nullable ToolExecution execution(String member, JsonToken start, @Nullable ToolExecution before) {
        if (isAbsent(start, before)) {
            return null;
        }
        require(start == JsonToken.START_OBJECT);
        String taskSupport = null;
        Map<String, Object> extra = null;
        this.meter.member(member);
        long begin = this.meter.beginObject();
        for (String name = this.json.nextName(); name != null; name = this.json.nextName()) {
            JsonToken token = this.json.nextToken();
            if (name.equals("taskSupport")) {
                taskSupport = text(name, token, taskSupport);
            } else {
                extra = plus(extra, name, token);
            }
        }
        this.meter.endObject(begin);
        return new ToolExecution(
                (taskSupport != null) ? new TaskSupport(taskSupport) : null, (extra != null) ? extra : Map.of());
    }

    /** An empty list is not written, and so not measured. */
    private @Nullable List<Icon> icons(String member, JsonToken start, @Nullable List<Icon> before) {
        if (isAbsent(start, before)) {
            return null;
        }
        require(start == JsonToken.START_ARRAY);
        List<Icon> icons = new ArrayList<>(1);
        for (JsonToken token = this.json.nextToken(); token != JsonToken.END_ARRAY; token = this.json.nextToken()) {
            icons.add(required(bound(token, Icon.class, null)));
        }
        if (!icons.isEmpty()) {
            this.meter.member(member);
            this.meter.add(icons);
        }
        return icons;
    }

    private @Nullable String text(String member, JsonToken token, @Nullable String before) {
        if (isAbsent(token, before)) {
            return null;
        }
        require(token == JsonToken.VALUE_STRING);
        this.meter.member(member);
        return text();
    }

    /** Measures the characters before they become a string, which would have to be asked for each of them. */
    private String text() {
        char[] characters = this.json.getStringCharacters();
        int offset = this.json.getStringOffset();
        int length = this.json.getStringLength();
        this.meter.text(characters, offset, length);
        String frequent = frequent(characters, offset, length);
        return (frequent != null) ? frequent : this.json.getString();
    }

    /** Returns the string if it is one that each schema has several times, otherwise {@code null}. */
    private static @Nullable String frequent(char[] characters, int offset, int length) {
        String likely = (length == 0)
                ? null
                : switch (characters[offset]) {
                    case 's' -> "string";
                    case 'o' -> "object";
                    case 'i' -> "integer";
                    case 'n' -> "number";
                    case 'b' -> "boolean";
                    case 'a' -> "array";
                    default -> null;
                };
        return (likely != null && isSame(likely, characters, offset, length)) ? likely : null;
    }

    private static boolean isSame(String text, char[] characters, int offset, int length) {
        if (text.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) != characters[offset + i]) {
                return false;
            }
        }
        return true;
    }

    private @Nullable Boolean flag(String member, JsonToken token, @Nullable Boolean before) {
        if (isAbsent(token, before)) {
            return null;
        }
        require(token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE);
        this.meter.member(member);
        return measured(token == JsonToken.VALUE_TRUE);
    }

    private @Nullable Map<String, Object> members(
            String member, JsonToken token, @Nullable Map<String, Object> before) {
        if (isAbsent(token, before)) {
            return null;
        }
        require(token == JsonToken.START_OBJECT);
        this.meter.member(member);
        return members();
    }

    private Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>(FEW);
        long begin = this.meter.beginObject();
        int number = 0;
        for (String name = this.json.nextName(); name != null; name = this.json.nextName()) {
            this.meter.member(name);
            put(members, name, value(this.json.nextToken()));
            number++;
        }
        this.meter.endObject(begin);
        require(members.size() == number); // otherwise a name occurs twice
        return members;
    }

    private List<@Nullable Object> items() {
        List<@Nullable Object> items = new ArrayList<>(FEW);
        this.meter.beginArray();
        for (JsonToken token = this.json.nextToken(); token != JsonToken.END_ARRAY; token = this.json.nextToken()) {
            if (!items.isEmpty()) {
                this.meter.comma();
            }
            items.add(value(token));
        }
        return items;
    }

    private @Nullable Object value(JsonToken token) {
        return switch (token) {
            case VALUE_STRING -> text();
            case START_OBJECT -> members();
            case START_ARRAY -> items();
            case VALUE_TRUE -> measured(true);
            case VALUE_FALSE -> measured(false);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> measured(SharedJsonMapper.number(this.json));
            case VALUE_NULL -> {
                this.meter.add(null);
                yield null;
            }
            default -> throw new UnusualException();
        };
    }

    private <T> T measured(T value) {
        this.meter.add(value);
        return value;
    }

    /** Adds a member that the vocabulary does not define. */
    private Map<String, Object> plus(@Nullable Map<String, Object> extra, String name, JsonToken token) {
        Map<String, Object> members = (extra != null) ? extra : new LinkedHashMap<>(FEW);
        require(!members.containsKey(name));
        this.meter.member(name);
        put(members, name, value(token));
        return members;
    }

    /** The types of the vocabulary do not say that a value of a JSON object may be {@code null}. */
    @SuppressWarnings("NullAway")
    private static void put(Map<String, Object> members, String name, @Nullable Object value) {
        members.put(name, value);
    }

    private <T> @Nullable T bound(JsonToken token, Class<T> type, @Nullable T before) {
        return isAbsent(token, before)
                ? null
                : type.cast(this.readers.apply(type).readValue(this.json));
    }

    /** A member that is {@code null} counts as absent, unless it takes the place of another one. */
    private static boolean isAbsent(JsonToken token, @Nullable Object before) {
        require(before == null);
        return token == JsonToken.VALUE_NULL;
    }

    private static @Nullable Object once(@Nullable Object before, @Nullable Object value) {
        require(before == null);
        return value;
    }

    private static <T> T required(@Nullable T value) {
        if (value == null) {
            throw new UnusualException();
        }
        return value;
    }

    private static void require(boolean isUsual) {
        if (!isUsual) {
            throw new UnusualException();
        }
    }

    /** Signals that databind has to read a page. Never leaves the package. */
    static final class UnusualException extends RuntimeException {

        UnusualException() {
            super(null, null, false, false);
        }
    }
}
