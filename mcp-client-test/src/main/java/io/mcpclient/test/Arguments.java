package io.mcpclient.test;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.support.validation.JsonSchema;
import io.mcpclient.support.validation.UnusableSchemaException;
import io.mcpclient.support.validation.Violation;

/**
 * Rejects arguments of the public API that would otherwise fail later, or never. The messages say where, what is wrong, and what to pass.
 *
 * @param owner the server and its tool, or the type whose method is called
 */
record Arguments(String owner) {

    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*", Pattern.DOTALL);

    static Arguments ofServer(String server) {
        return new Arguments("Test server \"" + server + "\"");
    }

    Arguments ofTool(String tool) {
        return new Arguments(this.owner + ", tool \"" + tool + "\"");
    }

    <T> T present(@Nullable T value, String name) {
        if (value == null) {
            throw new NullPointerException(message(name, "is null", "Pass a value."));
        }
        return value;
    }

    String text(String value, String name) {
        if (present(value, name).isBlank()) {
            throw invalid(name, "is blank", "Pass a text that is not.");
        }
        return value;
    }

    /** A URI has a scheme; what follows may be invalid, to test a client. */
    String uri(String value, String name) {
        if (!SCHEME.matcher(text(value, name)).matches()) {
            throw invalid(name, "has no scheme: " + value, "Pass a URI such as file:///notes.txt.");
        }
        return value;
    }

    Duration duration(Duration value, String name) {
        if (present(value, name).isNegative()) {
            throw invalid(name, "is negative: " + value, "Pass zero or more.");
        }
        return value;
    }

    int count(int value, String name) {
        if (value < 0) {
            throw invalid(name, "is negative: " + value, "Pass zero or more.");
        }
        return value;
    }

    double number(double value, String name) {
        if (!Double.isFinite(value)) {
            throw invalid(name, "is not a number of JSON: " + value, "Pass a finite number.");
        }
        return value;
    }

    /** Returns an object as plain JSON, a copy. */
    Map<String, Object> json(Map<String, ?> value, String name) {
        try {
            return Json.plainObject(present(value, name));
        } catch (IllegalArgumentException ex) {
            throw invalid(
                    name, "cannot be written as JSON: " + ex.getMessage(), "Pass maps, lists and values of JSON.");
        }
    }

    JsonSchema schema(Map<String, Object> schema, String name) {
        try {
            Violation violation = JsonSchema.checkSchema(schema);
            if (violation == null) {
                return JsonSchema.compile(schema);
            }
            throw invalidSchema(name, "has an invalid value at \"" + violation.path() + "\"");
        } catch (UnusableSchemaException ex) {
            throw invalidSchema(name, "is unusable: " + ex.problem());
        }
    }

    IllegalArgumentException invalidSchema(String name, String problem) {
        return invalid(
                name, problem, "Correct it, or list a tool with an invalid schema by on(\"tools/list\", function).");
    }

    private IllegalArgumentException invalid(String name, String problem, String remedy) {
        return new IllegalArgumentException(message(name, problem, remedy));
    }

    private String message(String name, String problem, String remedy) {
        return this.owner + ": the argument \"" + name + "\" " + problem + ". " + remedy;
    }
}
