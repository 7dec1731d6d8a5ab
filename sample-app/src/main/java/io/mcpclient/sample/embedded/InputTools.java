package io.mcpclient.sample.embedded;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageRequest;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitUrlRequest;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.SamplingMessage;
import io.modelcontextprotocol.spec.McpSchema.TextContent;

/** Tools of the server {@code everyday} that request input: from the user with a form or a page, and from a model. */
final class InputTools {

    /** How long a server waits for a person. */
    static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final int MAX_TOKENS = 200;

    private final String page;

    /**
     * Creates the tools.
     * @param page address that users are sent to
     */
    InputTools(String page) {
        this.page = page;
    }

    List<SyncToolSpecification> specifications() {
        return List.of(
                new ToolDefinition("order_lunch", "Order lunch", "Asks the user with a form what there shall be.")
                        .writes(false, false)
                        .handledBy((exchange, request) -> orderLunch(exchange)),
                new ToolDefinition("visit_page", "Visit a page", "Sends the user to a page of this application.")
                        .writes(false, true)
                        .handledBy((exchange, request) -> visitPage(exchange)),
                new ToolDefinition("ask_model", "Ask the model", "Asks the model of the client a question.")
                        .readOnly()
                        .input("question", "string", "What to ask", "minLength", 1, "maxLength", 1000)
                        .required("question")
                        .handledBy(InputTools::askModel));
    }

    private static CallToolResult orderLunch(McpSyncServerExchange exchange) {
        ElicitResult answer =
                exchange.createElicitation(ElicitFormRequest.builder("What shall there be for lunch?", lunchForm())
                        .build());
        return switch (answer.action()) {
            case ACCEPT -> Results.structured("Ordered: " + answer.content(), answer.content());
            case DECLINE -> Results.text("No lunch then.");
            case CANCEL -> Results.text("Nobody said what to order.");
        };
    }

    /** Every kind of field there is: the five of choices among them. */
    private static Map<String, Object> lunchForm() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", field("string", "For whom", "minLength", 1, "maxLength", 50, "default", "Ada"));
        fields.put("people", field("integer", "How many people eat", "minimum", 1, "maximum", 12, "default", 2));
        fields.put("budget", field("number", "At most, in kroner", "minimum", 0));
        fields.put("vegetarian", field("boolean", "Without meat and fish", "default", true));
        fields.put("size", field("string", "Size", "enum", List.of("small", "medium", "large"), "default", "medium"));
        fields.put(
                "dish",
                field(
                        "string",
                        "Dish",
                        "oneOf",
                        List.of(option("soup", "Soup of the day"), option("pasta", "Pasta with whatever is there")),
                        "default",
                        "soup"));
        fields.put(
                "drink",
                field(
                        "string",
                        "Drink",
                        "enum",
                        List.of("water", "juice"),
                        "enumNames",
                        List.of("Water from the tap", "Juice of apples")));
        fields.put(
                "extras",
                field(
                        "array",
                        "Extras",
                        "items",
                        Map.of("type", "string", "enum", List.of("bread", "salad", "fruit")),
                        "maxItems",
                        2,
                        "default",
                        List.of("bread")));
        fields.put(
                "sauces",
                field(
                        "array",
                        "Sauces",
                        "items",
                        Map.of("anyOf", List.of(option("hot", "Hot sauce"), option("mild", "Mild sauce")))));
        return Map.of("type", "object", "properties", fields, "required", List.of("name", "dish"));
    }

    private static Map<String, Object> field(String type, String title, Object... keywords) {
        Map<String, Object> field = new LinkedHashMap<>();
        field.put("type", type);
        field.put("title", title);
        for (int i = 0; i < keywords.length; i += 2) {
            field.put((String) keywords[i], keywords[i + 1]);
        }
        return field;
    }

    private static Map<String, Object> option(String value, String title) {
        return Map.of("const", value, "title", title);
    }

    private CallToolResult visitPage(McpSyncServerExchange exchange) {
        ElicitResult answer = exchange.createElicitation(ElicitUrlRequest.builder(
                        "Have a look at the health of this application.",
                        this.page,
                        UUID.randomUUID().toString())
                .build());
        return Results.text(
                (answer.action() == ElicitResult.Action.ACCEPT)
                        ? "The user agreed to visit " + this.page + "."
                        : "The user did not want to go there.");
    }

    private static CallToolResult askModel(McpSyncServerExchange exchange, CallToolRequest request) {
        String question = new ToolInput(request).text("question");
        SamplingMessage message = SamplingMessage.builder(
                        Role.USER, TextContent.builder(question).build())
                .build();
        CreateMessageResult answer = exchange.createMessage(
                CreateMessageRequest.builder(List.of(message), MAX_TOKENS).build());
        String text = (answer.content() instanceof TextContent content) ? content.text() : "something else than text";
        return Results.text(answer.model() + " says: " + text);
    }
}
