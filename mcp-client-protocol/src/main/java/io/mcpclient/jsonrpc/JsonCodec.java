package io.mcpclient.jsonrpc;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.ByteArrayBuilder;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.ObjectReader;

import io.mcpclient.internal.schema.SourceText;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.DiscoverResult;
import io.mcpclient.schema.EmptyResult;
import io.mcpclient.schema.JsonValue;
import io.mcpclient.support.json.JsonNumbers;
import io.mcpclient.support.schema.InitializeResult;
import io.mcpclient.text.SafeText;

/**
 * Codec for JSON-RPC messages. Works in one pass: a result is bound to its type while the envelope is parsed, without an
 * intermediate tree or copy. Encapsulates Jackson's databind. Thread-safe.
 */
public final class JsonCodec {

    /** Maximum number of messages in a batch. */
    private static final int MAX_BATCH = 100;

    /** Messages of at least this size are large. Event loops do not decode them, so these threads may wait for each other. */
    private static final int LARGE = 1024 * 1024;

    /**
     * Bytes of large messages that are parsed at the same time in the whole process: a quarter of the heap, because parsing some
     * of them takes six times their size. A larger message is parsed alone.
     */
    private static final int MAX_PARSED =
            (int) Math.max(LARGE, Math.min(Runtime.getRuntime().maxMemory() / 24, Integer.MAX_VALUE));

    /** Fair: clients with few large messages take turns with those that have many. */
    private static final Semaphore PARSED = new Semaphore(MAX_PARSED, true);

    /** Parser factories, which hold the limits; clients with the same limits share one. */
    private static final Map<JsonLimits, JsonFactory> FACTORIES = new ConcurrentHashMap<>();

    /** The alternative writes some doubles with more digits than were read: 8.41E21 as 8.409999999999999E21. */
    private static final JsonFactory WRITING = JsonFactory.builder()
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .build();

    private final JsonLimits limits;

    private final JsonFactory factory;

    /**
     * Creates a codec. This is cheap.
     * @param limits limits on messages read
     */
    public JsonCodec(JsonLimits limits) {
        this.limits = limits;
        this.factory = FACTORIES.computeIfAbsent(limits, JsonCodec::factory);
    }

    private static JsonFactory factory(JsonLimits limits) {
        StreamReadConstraints constraints = StreamReadConstraints.builder()
                .maxNestingDepth(limits.maxDepth())
                .maxNumberLength(limits.maxNumberLength())
                .maxStringLength(limits.maxMessageSize())
                .maxDocumentLength(limits.maxMessageSize())
                .maxTokenCount(limits.maxNodes())
                .build();
        // Messages are read on few threads, which need not compete for buffers.
        return JsonFactory.builder()
                .streamReadConstraints(constraints)
                .recyclerPool(JsonRecyclerPools.threadLocalPool())
                .build();
    }

    /**
     * Writes a message as compact JSON, on one line.
     * @param message the message
     * @return UTF-8 bytes
     * @throws UnwritableMessageException if parameters or result cannot be serialized as JSON
     */
    public byte[] encode(JsonRpcMessage message) {
        try (ByteArrayBuilder bytes = new ByteArrayBuilder(256);
                JsonGenerator json = WRITING.createGenerator(ObjectWriteContext.empty(), bytes)) {
            DirectWriter writer = new DirectWriter(json);
            write(json, message, writer::value);
            return bytes.toByteArray();
        } catch (JacksonException ex) {
            return encodeWithDatabind(message);
        }
    }

    /** Databind names the path of a value that cannot be written. */
    private static byte[] encodeWithDatabind(JsonRpcMessage message) {
        try (ByteArrayBuilder bytes = new ByteArrayBuilder(256);
                JsonGenerator json = Databind.writer().createGenerator(bytes)) {
            write(json, message, json::writePOJO);
            return bytes.toByteArray();
        } catch (JacksonException ex) {
            throw new UnwritableMessageException(ReadProblems.of(ex), ex);
        }
    }

    private static void write(JsonGenerator json, JsonRpcMessage message, Consumer<Object> values) {
        json.writeStartObject();
        json.writeStringProperty("jsonrpc", "2.0");
        if (message instanceof JsonRpcRequest request) {
            writeId(json, request.id());
            json.writeStringProperty("method", request.method());
            writeOptional(json, "params", request.params(), values);
        } else if (message instanceof JsonRpcNotification notification) {
            json.writeStringProperty("method", notification.method());
            writeOptional(json, "params", notification.params(), values);
        } else if (message instanceof JsonRpcResult result) {
            writeId(json, result.id());
            writeOptional(json, "result", result.result(), values);
        } else if (message instanceof JsonRpcError error) {
            writeId(json, error.id());
            json.writeObjectPropertyStart("error");
            json.writeNumberProperty("code", error.code());
            json.writeStringProperty("message", error.message());
            writeOptional(json, "data", error.data(), values);
            json.writeEndObject();
        } else {
            throw new IllegalArgumentException(
                    "never sent: " + message.getClass().getSimpleName());
        }
        json.writeEndObject();
        json.flush();
    }

    private static void writeId(JsonGenerator json, @Nullable JsonRpcId id) {
        if (id instanceof JsonRpcId.NumberId number) {
            json.writeNumberProperty("id", number.value());
        } else if (id instanceof JsonRpcId.TextId text) {
            json.writeStringProperty("id", text.value());
        }
    }

    private static void writeOptional(
            JsonGenerator json, String name, @Nullable Object value, Consumer<Object> values) {
        if (value != null) {
            json.writeName(name);
            values.accept(value);
        }
    }

    /**
     * Reads one message from memory.
     * @param bytes array with the message
     * @param offset index of the first byte
     * @param length number of bytes
     * @param types types of the results
     * @return the message
     * @throws MalformedMessageException if the bytes are not a single JSON-RPC message
     */
    public JsonRpcMessage decode(byte[] bytes, int offset, int length, ResultTypes types) {
        return decode(
                length,
                new ParserSource(
                        () -> this.factory.createParser(ObjectReadContext.empty(), bytes, offset, length),
                        () -> new ByteArrayInputStream(bytes, offset, length),
                        range(bytes, offset)),
                types);
    }

    private static SourceText.Range range(byte[] bytes, int offset) {
        return (from, to) -> Arrays.copyOfRange(bytes, offset + from, offset + to);
    }

    /**
     * Reads one message that is not in an array.
     * @param source the message; opened more than once only if the id follows a result of unknown type, if a result does not
     *     have its type, or if the message exceeds a limit
     * @param length number of bytes
     * @param types types of the results
     * @return the message
     * @throws MalformedMessageException if the bytes are not a single JSON-RPC message
     */
    public JsonRpcMessage decodeStream(MessageSource source, int length, ResultTypes types) {
        return decode(length, streamed(source::open, source::copy), types);
    }

    private ParserSource streamed(Supplier<InputStream> source, SourceText.@Nullable Range range) {
        return new ParserSource(
                () -> this.factory.createParser(ObjectReadContext.empty(), source.get()), source, range);
    }

    /**
     * Returns whether bytes contain a batch (an array of messages) rather than a single message.
     * @param bytes array with the text
     * @param offset index of the first byte
     * @param length number of bytes
     * @return whether the text starts like an array
     */
    public static boolean isBatch(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] > ' ') {
                return bytes[i] == '[';
            }
        }
        return false;
    }

    /**
     * Reads a batch. An element that is not a message is skipped and does not invalidate the others.
     * @param bytes array with the batch
     * @param offset index of the first byte
     * @param length number of bytes
     * @param types types of the results
     * @param skipped receives the problem of each element that is not a message
     * @return the messages in order
     * @throws MalformedMessageException if the bytes are not an array, or the array is empty or has more than a hundred
     *     elements
     * @see <a href="https://modelcontextprotocol.io/specification/2025-03-26/basic">MCP: Batching</a>
     */
    public List<JsonRpcMessage> decodeBatch(
            byte[] bytes, int offset, int length, ResultTypes types, Consumer<String> skipped) {
        List<byte[]> elements = elements(bytes, offset, length);
        if (elements.isEmpty()) {
            throw new MalformedMessageException("empty batch", false, null);
        }
        List<JsonRpcMessage> messages = new ArrayList<>(elements.size());
        for (byte[] element : elements) {
            try {
                messages.add(decode(element, 0, element.length, types));
            } catch (MalformedMessageException ex) {
                skipped.accept(String.valueOf(ex.getMessage()));
            }
        }
        return messages;
    }

    /** Batches are rare, so each element is copied and parsed by the same code as single messages. */
    private List<byte[]> elements(byte[] bytes, int offset, int length) {
        List<byte[]> elements = new ArrayList<>();
        try (JsonParser json = this.factory.createParser(ObjectReadContext.empty(), bytes, offset, length)) {
            if (json.nextToken() != JsonToken.START_ARRAY) {
                throw new MalformedMessageException("not a JSON array", false, null);
            }
            SourceText text = new SourceText(range(bytes, offset), json);
            if (text.begin() < 0) {
                throw new MalformedMessageException("batch that is not in UTF-8", false, null);
            }
            while (json.nextToken() != JsonToken.END_ARRAY) {
                if (elements.size() == MAX_BATCH) {
                    throw new MalformedMessageException("batch of more than " + MAX_BATCH + " messages", true, null);
                }
                int begin = text.begin();
                json.skipChildren();
                elements.add(text.copy(begin, text.end()));
            }
            return elements;
        } catch (JacksonException ex) {
            throw new MalformedMessageException(ReadProblems.of(ex), ex instanceof StreamConstraintsException, ex);
        }
    }

    private JsonRpcMessage decode(int length, ParserSource source, ResultTypes types) {
        if (length < LARGE) {
            return decode(source, types);
        }
        int share = Math.min(length, MAX_PARSED);
        PARSED.acquireUninterruptibly(share);
        try {
            return decode(source, types);
        } finally {
            PARSED.release(share);
        }
    }

    private JsonRpcMessage decode(ParserSource source, ResultTypes types) {
        try {
            return decodeWhole(source, types);
        } catch (MalformedMessageException ex) {
            JsonRpcMessage rest = ex.isLimitReached() ? decodeWithoutOversized(source, types) : null;
            if (rest == null) {
                throw ex;
            }
            return rest;
        }
    }

    /**
     * Reads a page of a list without the items that exceed the limits; {@code null} if the message is not such a page, or exceeds them
     * elsewhere too.
     */
    private @Nullable JsonRpcMessage decodeWithoutOversized(ParserSource source, ResultTypes types) {
        Class<?> type = types.typeOf(null);
        if (type != null && ListBinding.of(type) == null) {
            return null;
        }
        try (InputStream text = source.stream().get()) {
            OversizedItems oversized = OversizedItems.of(text, this.limits, this::readString);
            return (oversized != null)
                    ? oversized.reportedIn(decodeWhole(
                            streamed(() -> oversized.without(source.stream().get()), null), types))
                    : null;
        } catch (MalformedMessageException | JacksonException ex) {
            return null;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private String readString(byte[] json) {
        try (JsonParser parser = this.factory.createParser(ObjectReadContext.empty(), json)) {
            parser.nextToken();
            return parser.getString();
        }
    }

    private JsonRpcMessage decodeWhole(ParserSource source, ResultTypes types) {
        Envelope envelope;
        try {
            envelope = read(source, types);
        } catch (BindingFailedException ex) {
            Envelope tolerant = readByItem(source, ex.type);
            JsonRpcMessage rest = (tolerant == null && ListBinding.of(ex.type) != null)
                    ? decodeWithoutOversized(source, types)
                    : null;
            if (rest != null) {
                return rest;
            }
            if (tolerant == null) {
                tolerant = readRepaired(source, ex.type);
            }
            // The id may follow the mismatching result: parse again to find it, and fail that request only.
            envelope = (tolerant != null) ? tolerant : readWithout(source, ex.problem);
        }
        JsonRpcId idOfSkipped = envelope.idOfSkippedResult();
        if (idOfSkipped != null) {
            Class<?> type = types.typeOf(idOfSkipped);
            if (type != null) {
                return decodeWhole(source, id -> type);
            }
        }
        return envelope.toMessage();
    }

    private Envelope readWithout(ParserSource source, String problem) {
        Envelope envelope = read(source, id -> null);
        envelope.problem(problem);
        return envelope;
    }

    /** Parses a page of a list item by item after it failed as a whole; {@code null} if it is not a page or this fails too. */
    private @Nullable Envelope readByItem(ParserSource source, Class<?> type) {
        ListBinding<?, ?> list = ListBinding.of(type);
        if (list == null) {
            return null;
        }
        try {
            Envelope envelope = read(source, id -> Map.class);
            @SuppressWarnings("unchecked") // keys of JSON objects are strings
            Map<String, Object> plain = (Map<String, Object>) envelope.result();
            Object page = (plain != null) ? list.bind(plain, Databind.conversion()) : null;
            if (page == null) {
                return null;
            }
            envelope.result(page);
            return envelope;
        } catch (BindingFailedException ex) {
            return null;
        }
    }

    /** Parses a result once more with the repair for its type; {@code null} if that does not help. */
    private @Nullable Envelope readRepaired(ParserSource source, Class<?> type) {
        try {
            Envelope envelope = read(source, id -> Map.class);
            Object bound = bindRepaired(envelope.result(), type);
            if (bound == null) {
                return null;
            }
            envelope.result(bound);
            return envelope;
        } catch (BindingFailedException | JacksonException ex) {
            return null;
        }
    }

    /** Applies {@link EmptyObjects}, and what is lenient for the type. */
    private static @Nullable Object bindRepaired(@Nullable Object plain, Class<?> type) {
        Object repaired = EmptyObjects.repaired(plain);
        Object result = (repaired != null) ? repaired : plain;
        if (type == CallToolResult.class) {
            return LenientToolResult.of(result);
        }
        if (LenientSessionResult.isFor(type)) {
            return LenientSessionResult.of(result, type);
        }
        if (LenientMessages.isFor(type)) {
            return LenientMessages.of(result, type);
        }
        return (repaired != null) ? Databind.conversion().apply(repaired, type) : null;
    }

    private Envelope read(ParserSource source, ResultTypes types) {
        try {
            return read(source, types, (json, type) -> readUsual(json, source, type));
        } catch (UnsupportedShapeException ex) {
            return read(source, types, (json, type) -> bind(json, source, type));
        }
    }

    /** Reads a result of a certain type at which a parser stands. */
    @FunctionalInterface
    private interface ResultReader {

        Object read(JsonParser json, Class<?> type);
    }

    /** Results that are read often or first do not need databind, unless they have an unsupported shape. */
    private static Object readUsual(JsonParser json, ParserSource source, Class<?> type) {
        if (type == CallToolResult.class) {
            return new ToolResultReader(json, () -> (JsonValue) bind(json, source, JsonValue.class)).result();
        }
        if (type == InitializeResult.class) {
            return SessionResults.initializeResult(new DirectReader(json).distinctObject());
        }
        if (type == DiscoverResult.class) {
            return SessionResults.discoverResult(new DirectReader(json).distinctObject());
        }
        return (type == Map.class) ? new DirectReader(json).object() : bind(json, source, type);
    }

    private static Object bind(JsonParser json, ParserSource source, Class<?> type) {
        ObjectReader reader = Databind.reader(type);
        SourceText.Range range = source.range();
        return ((range != null) ? new SourceText(range, json).with(reader) : reader).readValue(json);
    }

    private Envelope read(ParserSource source, ResultTypes types, ResultReader results) {
        Envelope envelope = new Envelope();
        try (JsonParser json = source.parser().get()) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedMessageException("not a JSON object", false, null);
            }
            for (String name = json.nextName(); name != null; name = json.nextName()) {
                readMember(json, name, envelope, types, results);
            }
            if (json.nextToken() != null) {
                throw new MalformedMessageException("text after the end of the message", false, null);
            }
            return envelope;
        } catch (JacksonException ex) {
            throw new MalformedMessageException(ReadProblems.of(ex), ex instanceof StreamConstraintsException, ex);
        } catch (UncheckedIOException ex) {
            throw new MalformedMessageException("cannot be read: " + ex.getMessage(), false, ex);
        }
    }

    private void readMember(JsonParser json, String name, Envelope envelope, ResultTypes types, ResultReader results) {
        JsonToken token = json.nextToken();
        switch (name) {
            case "jsonrpc" -> envelope.version(token == JsonToken.VALUE_STRING ? json.getString() : "");
            case "id" -> envelope.id(readId(json, token));
            case "method" -> envelope.method(readMethod(json, token));
            case "params" -> envelope.params(readParams(json, token));
            case "result" -> readResult(json, token, envelope, types, results);
            case "error" -> readError(json, token, envelope);
            default -> json.skipChildren();
        }
    }

    private static @Nullable JsonRpcId readId(JsonParser json, JsonToken token) {
        return switch (token) {
            case VALUE_STRING -> JsonRpcId.of(json.getString());
            case VALUE_NUMBER_INT -> JsonRpcId.of(json.getLongValue());
            case VALUE_NUMBER_FLOAT -> integer(JsonNumbers.decimal(json));
            case VALUE_NULL -> null;
            default -> throw noId();
        };
    }

    /** A server whose numbers are all floating-point responds to request 7 with id 7.0. */
    private static JsonRpcId integer(@Nullable BigDecimal number) {
        JsonRpcId id = (number != null) ? JsonRpcId.ofJson(number) : null;
        if (id == null) {
            throw noId();
        }
        return id;
    }

    private static MalformedMessageException noId() {
        return new MalformedMessageException("\"id\" is neither a string nor an integer", false, null);
    }

    private static @Nullable String readMethod(JsonParser json, JsonToken token) {
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        if (token != JsonToken.VALUE_STRING) {
            throw new MalformedMessageException("\"method\" is not a string", false, null);
        }
        return json.getString();
    }

    private @Nullable Object readParams(JsonParser json, JsonToken token) {
        if (token == JsonToken.VALUE_NULL) {
            return null;
        }
        if (token == JsonToken.START_OBJECT) {
            return new DirectReader(json).object();
        }
        if (skipsEmptyArray(json, token)) {
            return Map.of();
        }
        throw new MalformedMessageException("\"params\" is not an object", false, null);
    }

    /** Skips a value and returns whether it was {@code []}, which some servers write instead of an empty object. */
    private static boolean skipsEmptyArray(JsonParser json, JsonToken token) {
        if (token != JsonToken.START_ARRAY) {
            json.skipChildren();
            return false;
        }
        boolean isEmpty = true;
        while (json.nextToken() != JsonToken.END_ARRAY) {
            isEmpty = false;
            json.skipChildren();
        }
        return isEmpty;
    }

    private void readResult(
            JsonParser json, JsonToken token, Envelope envelope, ResultTypes types, ResultReader results) {
        envelope.resultSeen(token == JsonToken.VALUE_NULL);
        if (token == JsonToken.VALUE_NULL) {
            return;
        }
        Class<?> type = types.typeOf(envelope.id());
        if (token != JsonToken.START_OBJECT) {
            boolean isEmpty = skipsEmptyArray(json, token);
            if (isEmpty && type == null) {
                envelope.resultSkipped();
            } else if (isEmpty && type == EmptyResult.class) {
                envelope.result(EmptyResult.of());
            } else {
                envelope.problem("\"result\" is not an object");
            }
            return;
        }
        if (type == null) {
            json.skipChildren();
            envelope.resultSkipped();
            return;
        }
        try {
            envelope.result(results.read(json, type));
        } catch (DatabindException ex) {
            throw new BindingFailedException(
                    type, "\"result\" is not a valid " + type.getSimpleName() + ": " + ReadProblems.of(ex));
        }
    }

    private void readError(JsonParser json, JsonToken token, Envelope envelope) {
        envelope.errorSeen(token == JsonToken.VALUE_NULL);
        if (token == JsonToken.VALUE_NULL) {
            return;
        }
        if (token != JsonToken.START_OBJECT) {
            String text = (token == JsonToken.VALUE_STRING) ? said(json.getString()) : "";
            json.skipChildren();
            envelope.problem("\"error\" is not an object" + text);
            return;
        }
        Integer code = null;
        String message = "";
        Object data = null;
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            JsonToken value = json.nextToken();
            switch (name) {
                case "code" -> code = code(json, value);
                case "message" -> message = (value == JsonToken.VALUE_STRING) ? json.getString() : "";
                case "data" -> data = new DirectReader(json).value(value);
                default -> json.skipChildren();
            }
        }
        if (code == null) {
            envelope.problem("the code of \"error\" is not an integer" + said(message));
        } else {
            envelope.error(new JsonRpcError(null, code, message, data));
        }
    }

    private static String said(String message) {
        return message.isBlank() ? "" : ": " + SafeText.excerpt(message);
    }

    private static @Nullable Integer code(JsonParser json, JsonToken token) {
        if (token != JsonToken.VALUE_NUMBER_INT && token != JsonToken.VALUE_NUMBER_FLOAT) {
            return null;
        }
        BigDecimal code = JsonNumbers.decimal(json);
        try {
            return (code != null) ? code.intValueExact() : null;
        } catch (ArithmeticException ex) {
            return null; // a fraction, or too large
        }
    }

    /**
     * Converts plain JSON (maps, lists, strings, numbers, booleans, null) or a bean to a type; to one of an application as {@link #bind}
     * does. The result of a tool call keeps its other blocks if one does not fit; see also {@link LenientMessages}.
     * @param value the value, or {@code null}
     * @param type target type
     * @param <T> target type
     * @return the converted value, {@code null} for {@code null}
     * @throws IllegalArgumentException if the value does not match the type; the message contains the path
     */
    @SuppressWarnings("unchecked") // an instance of the type
    public <T> @Nullable T convert(@Nullable Object value, Class<T> type) {
        if (value != null && Databind.isOfApplication(type)) {
            return (T) bind(JsonValue.of(value), type);
        }
        try {
            return Databind.mapper().convertValue(value, type);
        } catch (JacksonException ex) {
            boolean isLenient = type == CallToolResult.class || LenientMessages.isFor(type);
            Object lenient = isLenient ? bindRepaired(value, type) : null;
            if (lenient == null) {
                throw new IllegalArgumentException(ReadProblems.of(ex), ex);
            }
            return (T) lenient;
        }
    }

    /**
     * Converts a JSON value to a type of an application. A value that would be changed does not match, such as a number with a fraction
     * and an integer: the application would get another number than the server has sent.
     * @param value the value
     * @param type target type, with type arguments
     * @return an instance of the type, {@code null} for a JSON null
     * @throws IllegalArgumentException if the value does not match the type; the message contains the path
     */
    public @Nullable Object bind(JsonValue value, Type type) {
        try (JsonParser json = value.parser()) {
            return Databind.applicationReader(type).readValue(json);
        } catch (JacksonException ex) {
            throw new IllegalArgumentException(ReadProblems.of(ex), ex);
        }
    }

    /**
     * Returns the value of a member that is the only one of its object.
     * @param value any value
     * @param name name of the member
     * @return the value of the member; {@code null} if the value is not an object with this member alone
     */
    public static @Nullable JsonValue onlyMember(JsonValue value, String name) {
        try (JsonParser json = value.parser()) {
            if (json.nextToken() != JsonToken.START_OBJECT || !name.equals(json.nextName())) {
                return null;
            }
            json.nextToken();
            JsonValue member = Databind.reader(JsonValue.class).readValue(json);
            return (json.nextToken() == JsonToken.END_OBJECT) ? member : null;
        }
    }

    /**
     * Parses JSON text to a type.
     * @param json the text
     * @param type target type
     * @param <T> target type
     * @return the value, {@code null} for the text {@code null}
     * @throws IllegalArgumentException if the text is not JSON or does not match the type
     */
    @SuppressWarnings("unchecked") // an instance of the class
    public <T> @Nullable T fromJson(String json, Class<T> type) {
        return (T) fromJson(json, (Type) type);
    }

    /**
     * Parses JSON text to a type, see {@link #fromJson(String, Class)}. As with {@link #bind}, a number with a fraction does not match an
     * integer.
     * @param json the text
     * @param type target type, with type arguments
     * @return an instance of the type, {@code null} for the text {@code null}
     * @throws IllegalArgumentException if the text is not JSON or does not match the type
     */
    public @Nullable Object fromJson(String json, Type type) {
        ObjectReader reader = Databind.applicationReader(type);
        try (JsonParser parser = reader.createParser(json)) {
            Object value = reader.readValue(parser);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("there is text after the JSON value");
            }
            return value;
        } catch (JacksonException ex) {
            throw new IllegalArgumentException(ReadProblems.of(ex), ex);
        }
    }

    /**
     * Writes a value as compact JSON text.
     * @param value plain JSON, a record of the MCP schema, or a bean
     * @return the text
     * @throws IllegalArgumentException if the value cannot be serialized
     */
    public String toJson(@Nullable Object value) {
        try {
            return Databind.mapper().writeValueAsString(value);
        } catch (JacksonException ex) {
            throw new IllegalArgumentException(ReadProblems.of(ex), ex);
        }
    }

    /**
     * A message to read.
     *
     * @param parser opens a parser at its beginning
     * @param stream opens a stream at its beginning
     * @param range copies a part of its text, {@code null} if that is not in memory
     */
    private record ParserSource(
            Supplier<JsonParser> parser, Supplier<InputStream> stream, SourceText.@Nullable Range range) {}

    /** Aborts parsing of an envelope whose result does not match its type. */
    private static final class BindingFailedException extends RuntimeException {

        private final Class<?> type;

        private final String problem;

        BindingFailedException(Class<?> type, String problem) {
            super(problem, null, false, false);
            this.type = type;
            this.problem = problem;
        }
    }
}
