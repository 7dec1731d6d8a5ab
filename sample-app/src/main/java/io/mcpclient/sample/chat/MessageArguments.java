package io.mcpclient.sample.chat;

import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.definition.ToolDefinition;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Arguments of a tool taken from a message by rules: choices by their value, numbers and words in quotes in their order, a
 * time zone by its slash, and the remaining words for a required text.
 *
 * @param json the arguments as a JSON object
 * @param missing required arguments that the message does not have, with their descriptions
 */
record MessageArguments(String json, List<String> missing) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final Pattern NUMBER = Pattern.compile("(?<![\\p{L}\\p{N}_])-?\\d+(?:\\.\\d+)?(?![\\p{L}_])");

    private static final Pattern QUOTED = Pattern.compile("[\"\u201C]([^\"\u201D]+)[\"\u201D]");

    private static final Pattern ZONE = Pattern.compile("\\b(?:UTC|GMT|[A-Z][A-Za-z]+/[A-Z][A-Za-z_]+)\\b");

    static MessageArguments of(ToolDefinition tool, String message) {
        return new Reading(tool, message).arguments();
    }

    /** What is left of the message while its arguments are taken out of it. */
    private static final class Reading {

        private final ToolDefinition tool;

        private final Deque<String> quoted = new ArrayDeque<>();

        private final Deque<String> numbers = new ArrayDeque<>();

        private final String message;

        Reading(ToolDefinition tool, String message) {
            this.tool = tool;
            Matcher quotes = QUOTED.matcher(message);
            while (quotes.find()) {
                this.quoted.add(quotes.group(1));
            }
            this.message = quotes.replaceAll(" ");
            Matcher digits = NUMBER.matcher(this.message);
            while (digits.find()) {
                this.numbers.add(digits.group());
            }
        }

        MessageArguments arguments() {
            JsonNode schema = JSON.readTree(this.tool.inputSchema());
            List<String> required = schema.path("required")
                    .valueStream()
                    .map(JsonNode::asString)
                    .toList();
            ObjectNode arguments = JSON.createObjectNode();
            List<String> missing = new ArrayList<>();
            schema.path("properties").propertyStream().forEach(property -> {
                boolean must = required.contains(property.getKey());
                JsonNode value = value(property.getValue(), must);
                if (value != null) {
                    arguments.set(property.getKey(), value);
                } else if (must) {
                    missing.add(described(property.getKey(), property.getValue()));
                }
            });
            return new MessageArguments(JSON.writeValueAsString(arguments), missing);
        }

        private static String described(String name, JsonNode schema) {
            String description = schema.path("description").asString("");
            return description.isEmpty() ? name : name + " (" + description + ")";
        }

        private @Nullable JsonNode value(JsonNode schema, boolean must) {
            if (schema.path("enum").isArray()) {
                return schema.path("enum")
                        .valueStream()
                        .filter(this::isNamed)
                        .findFirst()
                        .orElse(null);
            }
            return switch (schema.path("type").asString("")) {
                case "integer", "number" -> number(schema);
                case "string" -> text(must);
                default -> null;
            };
        }

        private boolean isNamed(JsonNode choice) {
            if (choice.isNumber()) {
                return this.numbers.remove(choice.asString());
            }
            String value = choice.asString("").toLowerCase(Locale.ROOT);
            return !value.isEmpty() && (" " + this.message.toLowerCase(Locale.ROOT) + " ").contains(value);
        }

        private @Nullable JsonNode number(JsonNode schema) {
            String number = this.numbers.poll();
            if (number == null) {
                return null;
            }
            BigDecimal value = new BigDecimal(number);
            return "integer".equals(schema.path("type").asString(""))
                    ? JSON.getNodeFactory().numberNode(value.toBigInteger())
                    : JSON.getNodeFactory().numberNode(value);
        }

        private @Nullable JsonNode text(boolean must) {
            if (!this.quoted.isEmpty()) {
                return JSON.getNodeFactory().stringNode(this.quoted.removeFirst());
            }
            Matcher zone = ZONE.matcher(this.message);
            if (zone.find()) {
                return JSON.getNodeFactory().stringNode(zone.group());
            }
            String rest = must ? rest() : "";
            return rest.isEmpty() ? null : JSON.getNodeFactory().stringNode(rest);
        }

        /** Returns the words behind those that name the tool. */
        private String rest() {
            Set<String> name = LocalChatModel.words(this.tool.name());
            String[] words = this.message.strip().split("\\s+");
            int last = -1;
            for (int i = 0; i < words.length; i++) {
                if (LocalChatModel.words(words[i]).stream().anyMatch(name::contains)) {
                    last = i;
                }
            }
            return String.join(" ", List.of(words).subList(last + 1, words.length))
                    .replaceAll("^[\\p{Punct}\\s]+|[?!.\\s]+$", "");
        }
    }
}
