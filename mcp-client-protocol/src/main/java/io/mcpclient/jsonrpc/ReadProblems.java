package io.mcpclient.jsonrpc;

import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.ValueInstantiationException;

import io.mcpclient.support.json.ExactScalarDeserializer;
import io.mcpclient.text.SafeText;

/**
 * Describes why JSON cannot be parsed, in terms of this library: messages of the parser refer to its classes and settings,
 * which users of this library cannot change.
 *
 * <table>
 * <caption>Description of a parser failure; the first match applies</caption>
 * <tr><th>failure</th><th>description</th></tr>
 * <tr><td>a limit of {@link JsonLimits}</td><td>the limit and its value</td></tr>
 * <tr><td>text that is not JSON</td><td>line and column, not the text</td></tr>
 * <tr><td>a number beyond its type</td><td>path and type</td></tr>
 * <tr><td>a number with a fraction for an integer</td><td>path</td></tr>
 * <tr><td>a member of the wrong type, or none</td><td>path, expected type, type found</td></tr>
 * <tr><td>a value that is invalid for its type, such as a date</td><td>path and type</td></tr>
 * <tr><td>an object that names none of several types</td><td>path and their common type</td></tr>
 * <tr><td>a record rejects its members</td><td>path and the message of the record</td></tr>
 * <tr><td>a type without a constructor for JSON</td><td>path and type</td></tr>
 * <tr><td>anything else</td><td>the message of the parser, made printable</td></tr>
 * </table>
 */
final class ReadProblems {

    private static final Pattern LIMIT = Pattern.compile("\\((\\d+), from `?\\w+\\.getMax(\\w+)");

    /** Name that the parser gives to the limit on nodes. */
    private static final String TOKEN_COUNT = "TokenCount";

    /** Property of {@link JsonLimits#maxNodes()}. */
    static final String MAX_NODES = "max-message-nodes";

    private static final Pattern NO_CREATOR = Pattern.compile("no (Creators|delegate- or property-based Creator)");

    private static final String EMPTY = "No content";

    private static final String STRING = "a string";

    private ReadProblems() {}

    /** The problem with its path, printable and on one line. A limit has no path: it applies to the whole message. */
    static String of(JacksonException ex) {
        String path = (ex instanceof StreamConstraintsException) ? "" : path(ex);
        String problem = problem(ex);
        return path.isEmpty() ? problem : problem + " at " + path;
    }

    /** The problem without its path, printable and on one line. */
    static String problem(JacksonException ex) {
        if (ex instanceof StreamConstraintsException) {
            return limit(ex.getOriginalMessage());
        }
        String problem = (ex instanceof StreamReadException unread) ? unread(unread) : unbound(ex);
        if (problem != null) {
            return problem;
        }
        Throwable root = (ex.getCause() instanceof IllegalArgumentException cause) ? cause : ex;
        return SafeText.excerpt(
                (root instanceof JacksonException json) ? json.getOriginalMessage() : root.getMessage());
    }

    /** Text that is not JSON, without the text: it may be confidential. */
    private static String unread(StreamReadException ex) {
        if (ex instanceof InputCoercionException number) {
            return "the number is out of the range of " + number.getTargetType().getSimpleName();
        }
        String problem =
                (ex instanceof UnexpectedEndOfInputException) ? "the JSON is incomplete" : "the text is not JSON";
        TokenStreamLocation location = ex.getLocation();
        return (location != null && location.getLineNr() > 0)
                ? problem + " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")"
                : problem;
    }

    /** JSON that does not fit the type; {@code null} for the message of the cause or the parser. */
    private static @Nullable String unbound(JacksonException ex) {
        if (ex instanceof InvalidTypeIdException unknown) {
            return "the object names no known type of "
                    + unknown.getBaseType().getRawClass().getSimpleName();
        }
        if (ex instanceof MismatchedInputException mismatched) {
            Class<?> type = mismatched.getTargetType();
            return (type != null && NO_CREATOR.matcher(ex.getOriginalMessage()).find())
                    ? unusable(type)
                    : mismatch(mismatched);
        }
        if (ex instanceof ValueInstantiationException rejected
                && rejected.getCause() instanceof RuntimeException cause
                && !(cause instanceof IllegalArgumentException)) {
            String message = cause.getMessage();
            return rejected.getType().getRawClass().getSimpleName() + " rejects its members: "
                    + SafeText.excerpt(
                            (message != null) ? message : cause.getClass().getSimpleName());
        }
        return (ex instanceof InvalidDefinitionException unusable
                        && NO_CREATOR.matcher(ex.getOriginalMessage()).find())
                ? unusable(unusable.getType().getRawClass())
                : null;
    }

    private static String unusable(Class<?> type) {
        return type.getSimpleName() + " cannot be created from JSON: "
                + (Modifier.isAbstract(type.getModifiers())
                        ? "it is abstract"
                        : "it has no constructor without parameters, and none marked with @JsonCreator");
    }

    /** Returns the property of the limit that a message exceeds; {@code null} if it exceeds none that has a property. */
    static @Nullable String property(@Nullable Throwable cause) {
        Matcher limit = LIMIT.matcher(
                (cause instanceof StreamConstraintsException exceeded) ? exceeded.getOriginalMessage() : "");
        boolean isNodes = limit.find() && limit.group(2).equals(TOKEN_COUNT);
        return isNodes ? MAX_NODES : null;
    }

    private static @Nullable String mismatch(MismatchedInputException ex) {
        Class<?> type = ex.getTargetType();
        if (type == null) {
            return null;
        }
        String inexact = ExactScalarDeserializer.problem(type, ex.getCurrentToken());
        if (inexact != null) {
            return inexact;
        }
        String scalar = scalar(type);
        if (ex instanceof InvalidFormatException && (scalar == null || scalar.equals(STRING))) {
            return "the value is not a valid " + type.getSimpleName();
        }
        String expected = (scalar != null) ? scalar : container(type);
        String found = ex.getOriginalMessage().startsWith(EMPTY) ? "no text" : found(ex.getCurrentToken());
        return (found != null) ? "expected " + expected + ", found " + found : "expected " + expected;
    }

    private static String limit(String message) {
        Matcher limit = LIMIT.matcher(message);
        if (!limit.find()) {
            return "the JSON limits are exceeded";
        }
        String value = limit.group(1);
        return switch (limit.group(2)) {
            case "NestingDepth" -> "nested deeper than " + value + " levels";
            case "NumberLength" -> "a number of more than " + value + " characters";
            case "StringLength" -> "a string of more than " + value + " characters";
            case "NameLength" -> "the name of a member has more than " + value + " characters";
            case "DocumentLength" -> "more than " + value + " bytes";
            case TOKEN_COUNT -> "more than " + value + " nodes (" + MAX_NODES + ")";
            default -> "the JSON limits are exceeded";
        };
    }

    private static @Nullable String scalar(Class<?> type) {
        if (type == Boolean.class || type == boolean.class) {
            return "a boolean";
        }
        if (type == String.class || type == char.class || type == Character.class) {
            return STRING;
        }
        boolean isNumber = Number.class.isAssignableFrom(type) || type.isPrimitive();
        return isNumber ? "a number" : null;
    }

    /** The JSON type of a Java type, or the Java type if there are several, as for a date. */
    private static String container(Class<?> type) {
        if (Collection.class.isAssignableFrom(type) || type.isArray()) {
            return "an array";
        }
        boolean isObject = Map.class.isAssignableFrom(type)
                || !(type.isEnum() || type.getName().startsWith("java."));
        return isObject ? "an object" : "a value of type " + type.getSimpleName();
    }

    private static @Nullable String found(@Nullable JsonToken token) {
        if (token == null) {
            return null;
        }
        return switch (token) {
            case START_OBJECT, PROPERTY_NAME -> "an object";
            case END_OBJECT -> "no value"; // where the parser requests the members that an object lacks
            case START_ARRAY, END_ARRAY -> "an array";
            case VALUE_STRING -> STRING;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_TRUE, VALUE_FALSE -> "a boolean";
            case VALUE_NULL -> "null";
            default -> null;
        };
    }

    /** Path of the problem, for example {@code content[1].text}; empty for the value itself. */
    static String path(JacksonException ex) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : ex.getPath()) {
            if (step.getPropertyName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
            }
        }
        return SafeText.excerpt(path);
    }
}
