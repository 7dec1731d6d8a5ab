package io.mcpclient.sample.embedded;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;

/** The tools of the server {@code everyday}: small examples for the console, one of them slow. */
final class EverydayTools {

    private static final DateTimeFormatter READABLE =
            DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu, HH:mm:ss", Locale.ENGLISH);

    private static final long STEP_MILLIS = 250;

    private final Clock clock = Clock.systemUTC();

    private final RandomGenerator random = RandomGenerator.getDefault();

    private record Time(String zone, String iso) {}

    private record Sum(double sum) {}

    private record Roll(List<Integer> rolls, int total) {}

    List<SyncToolSpecification> specifications() {
        return List.of(
                new ToolDefinition("current_time", "Current time", "Tells date and time in a time zone.")
                        .readOnly()
                        .input("zone", "string", "Time zone as in the IANA database", "default", "Europe/Oslo")
                        .output("zone", "string", "Time zone")
                        .output("iso", "string", "Date and time in ISO 8601 format")
                        .handledBy(this::currentTime),
                new ToolDefinition("add_numbers", "Add numbers", "Adds two numbers.")
                        .readOnly()
                        .input("a", "number", "First number")
                        .input("b", "number", "Second number")
                        .required("a", "b")
                        .output("sum", "number", "Sum of both")
                        .handledBy(this::addNumbers),
                new ToolDefinition("echo", "Echo", "Returns a text, if wanted in another case.")
                        .readOnly()
                        .input("message", "string", "Text to return", "maxLength", 10_000)
                        .input("style", "string", "What to do with it", "enum", List.of("as is", "upper", "lower"))
                        .required("message")
                        .handledBy(this::echo),
                new ToolDefinition(
                                "count_slowly",
                                "Count slowly",
                                "Counts for some seconds, reports its progress and logs in the meantime.")
                        .readOnly()
                        .input("seconds", "integer", "How long", "minimum", 1, "maximum", 60, "default", 5)
                        .handledBy(this::countSlowly),
                new ToolDefinition("draw_shape", "Draw a shape", "Draws a shape and returns it as an image.")
                        .readOnly()
                        .input("shape", "string", "What to draw", "enum", Picture.SHAPES, "default", "circle")
                        .input("color", "string", "In which color", "enum", Picture.COLORS, "default", "blue")
                        .handledBy(input -> Results.image(
                                Picture.png(input.text("shape", "circle"), input.text("color", "blue")), "image/png")),
                new ToolDefinition("roll_dice", "Roll dice", "Rolls dice and adds them up.")
                        .writes(false, false)
                        .input("dice", "integer", "Number of dice", "minimum", 1, "maximum", 20, "default", 2)
                        .input(
                                "sides",
                                "integer",
                                "Sides of each die",
                                "enum",
                                List.of(4, 6, 8, 10, 12, 20),
                                "default",
                                6)
                        .output("rolls", "array", "What each die shows", "items", Map.of("type", "integer"))
                        .output("total", "integer", "Sum of all dice")
                        .handledBy(this::rollDice));
    }

    private CallToolResult currentTime(ToolInput input) {
        String zone = input.text("zone", "Europe/Oslo");
        try {
            ZonedDateTime now =
                    ZonedDateTime.now(this.clock.withZone(ZoneId.of(zone))).truncatedTo(ChronoUnit.SECONDS);
            return Results.structured(
                    READABLE.format(now) + " (" + zone + ")",
                    new Time(zone, DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(now)));
        } catch (DateTimeException ex) {
            return Results.failure("There is no time zone of that name. Try Europe/Oslo, UTC or +05:30.");
        }
    }

    private CallToolResult addNumbers(ToolInput input) {
        double sum = input.number("a") + input.number("b");
        return Double.isFinite(sum)
                ? Results.structured("The sum is " + sum + ".", new Sum(sum))
                : Results.failure("The sum is too large.");
    }

    private CallToolResult echo(ToolInput input) {
        String message = input.text("message");
        return switch (input.text("style", "as is")) {
            case "upper" -> Results.text(message.toUpperCase(Locale.ROOT));
            case "lower" -> Results.text(message.toLowerCase(Locale.ROOT));
            default -> Results.text(message);
        };
    }

    private CallToolResult countSlowly(McpSyncServerExchange exchange, CallToolRequest request) {
        int seconds = new ToolInput(request).integer("seconds", 5);
        long steps = seconds * 1000L / STEP_MILLIS;
        log(exchange, LoggingLevel.INFO, "counting for " + seconds + " seconds");
        try {
            for (long step = 1; step <= steps; step++) {
                Thread.sleep(STEP_MILLIS); // this tool is slow by design
                if (request.progressToken() != null) {
                    exchange.progressNotification(new ProgressNotification(
                            request.progressToken(), step, (double) steps, "step " + step + " of " + steps));
                }
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            log(exchange, LoggingLevel.WARNING, "interrupted");
            return Results.failure("Interrupted while counting.");
        }
        return Results.text("Counted for " + seconds + " seconds.");
    }

    private static void log(McpSyncServerExchange exchange, LoggingLevel level, String message) {
        exchange.loggingNotification(LoggingMessageNotification.builder(level, message)
                .logger("count_slowly")
                .build());
    }

    private CallToolResult rollDice(ToolInput input) {
        int sides = input.integer("sides", 6);
        List<Integer> rolls =
                this.random.ints(input.integer("dice", 2), 1, sides + 1).boxed().toList();
        int total = rolls.stream().mapToInt(Integer::intValue).sum();
        String sum = rolls.stream().map(String::valueOf).collect(Collectors.joining(" + "));
        return Results.structured(
                (rolls.size() == 1) ? "You rolled " + total + "." : sum + " = " + total, new Roll(rolls, total));
    }
}
