package io.mcpclient.registry;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.internal.model.ModelArguments;
import io.mcpclient.internal.model.ModelSchema;
import io.mcpclient.model.McpModelResult;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;

/**
 * Reads the arguments that a model writes for one tool, and counts what had to be repaired or converted. Thread-safe.
 */
final class ModelInput {

    private static final Logger logger = Loggers.TOOLS;

    private final String server;

    private final String tool;

    private final JsonObject schema;

    private final Supplier<ModelSchema> forModel;

    private final boolean converts;

    private final AtomicLong repairs = new AtomicLong();

    /**
     * Creates the reader for one tool.
     * @param server configured name of the server, empty for a tool of this library
     * @param tool name of the tool for the model
     * @param schema input schema as the server sent it
     * @param forModel the schema that the model is given
     * @param converts whether to convert values of the wrong JSON type
     */
    ModelInput(String server, String tool, JsonObject schema, Supplier<ModelSchema> forModel, boolean converts) {
        this.server = server;
        this.tool = tool;
        this.schema = schema;
        this.forModel = forModel;
        this.converts = converts;
    }

    /**
     * Arguments, or the reason why there are none.
     *
     * @param arguments the arguments
     * @param refusal what the model reads instead of a result; {@code null} if the arguments can be used
     */
    record Arguments(
            Map<String, Object> arguments, @Nullable McpModelResult refusal) {}

    Arguments read(@Nullable String text) {
        ModelArguments.Reading reading = ModelArguments.read(text);
        if (reading.problem() != null) {
            return refused(reading.problem(), "the arguments from the model are not a JSON object");
        }
        Map<String, Object> named = this.forModel.get().originalNames(reading.arguments(), this.converts);
        ModelArguments.Conversion conversion = this.converts
                ? ModelArguments.convert(named, this.schema.asMap())
                : new ModelArguments.Conversion(named, List.of(), List.of());
        if (!conversion.problems().isEmpty()) {
            return refused(
                    "The tool was not executed: " + String.join("; ", conversion.problems()) + ".",
                    "arguments from the model do not fit the input schema");
        }
        if (reading.repair() != null || !conversion.converted().isEmpty()) {
            log(reading.repair(), conversion.converted());
        }
        return new Arguments(conversion.arguments(), null);
    }

    private Arguments refused(String text, String problem) {
        McpErrorDetails details = McpErrorDetails.of(this.server, McpMethods.TOOLS_CALL, McpOutcome.NOT_SENT, problem);
        return new Arguments(
                Map.of(),
                McpModelResult.ofFailure(
                        text, new McpRejectedException(details, McpRejectedException.Reason.INVALID_ARGUMENT)));
    }

    /** Logs the first time and each power of ten. */
    private void log(@Nullable String repair, List<String> converted) {
        long count = this.repairs.incrementAndGet();
        if (count != 1 && !isPowerOfTen(count)) {
            return;
        }
        logger.info(
                "{}the arguments that a model wrote for the tool \"{}\" were corrected {} time{}, last: {}",
                this.server.isEmpty() ? "" : "MCP server \"" + this.server + "\": ",
                SafeText.excerpt(this.tool),
                count,
                (count == 1) ? "" : "s",
                (repair != null) ? repair : "converted " + SafeText.excerpt(String.join(", ", converted)));
    }

    private static boolean isPowerOfTen(long count) {
        long power = 1;
        while (power < count) {
            power *= 10;
        }
        return power == count;
    }
}
