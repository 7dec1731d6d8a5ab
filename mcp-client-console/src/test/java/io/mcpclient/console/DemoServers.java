package io.mcpclient.console;

import java.util.Base64;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.AudioContent;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.ContentBlock;
import io.mcpclient.schema.FormField;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.RequestedSchema;
import io.mcpclient.schema.ResourceLink;
import io.mcpclient.schema.TextContent;
import io.mcpclient.schema.ToolAnnotations;
import io.mcpclient.status.McpEra;
import io.mcpclient.test.McpTestServer;

/** Servers with what the console shows. */
final class DemoServers {

    /** A picture of one pixel. */
    private static final byte[] PIXEL = Base64.getDecoder()
            .decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==");

    /** A sound without samples. */
    private static final byte[] SILENCE =
            Base64.getDecoder().decode("UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=");

    private static final ToolAnnotations READ_ONLY = annotations(true, null);

    private static final String FORECAST = """
        {"type": "object", "required": ["city", "days"], "properties": {
          "city": {"type": "string", "minLength": 2, "title": "City", "description": "Name of the place"},
          "days": {"type": "integer", "minimum": 1, "maximum": 14, "default": 3},
          "from": {"type": "string", "format": "date"},
          "units": {"type": "string", "enum": ["metric", "imperial"], "default": "metric"},
          "hourly": {"type": "boolean"},
          "parts": {"type": "array", "items": {"enum": ["rain", "wind", "sun"]}},
          "place": {"$ref": "#/$defs/place"},
          "via": {"type": "array", "items": {"type": "string"}, "maxItems": 2},
          "alarm": {"oneOf": [
            {"title": "By mail", "type": "object", "required": ["mail"], "properties": {"mail": {"type": "string"}}},
            {"title": "By phone", "type": "object", "required": ["phone"], "properties": {"phone": {"type": "integer"}}}]}},
         "$defs": {"place": {"type": "object", "description": "Where exactly", "required": ["lat", "lon"],
           "properties": {"lat": {"type": "number"}, "lon": {"type": "number"}}}}}
        """;

    private static final String DAYS = """
        {"place": "Oslo", "days": [{"day": "Monday", "high": 21.5, "low": 12}, {"day": "Tuesday", "high": 18, "low": 9.5},
         {"day": "Wednesday", "high": 24, "low": 14}]}
        """;

    private DemoServers() {}

    static ToolAnnotations annotations(@Nullable Boolean readOnly, @Nullable Boolean destructive) {
        return new ToolAnnotations(null, readOnly, destructive, null, null, Map.of());
    }

    static CallToolResult result(ContentBlock... blocks) {
        return new CallToolResult(List.of(blocks), null, null, Map.of(), null, Map.of());
    }

    /** Weather: a large form, structured results, progress, a picture. */
    static McpTestServer weather() {
        McpTestServer server = McpTestServer.create("weather");
        server.tool("get_forecast")
                .title("Weather forecast")
                .description("Returns the forecast for a place, day by day.")
                .annotations(READ_ONLY)
                .inputSchema(JsonObject.parse(FORECAST).asMap())
                .answers(
                        call -> CallToolResult.structured(JsonObject.parse(DAYS).asMap()));
        server.tool("watch_radar")
                .title("Radar")
                .description("Collects pictures of the radar.")
                .annotations(READ_ONLY)
                .reports(1, 4, "first picture")
                .reports(2, 4, "second picture")
                .neverAnswers();
        server.tool("calibrate").annotations(READ_ONLY).answers(call -> {
            call.log(LoggingLevel.INFO, "radar", "turning the antenna");
            return CallToolResult.text("calibrated");
        });
        server.tool("radar_picture")
                .annotations(READ_ONLY)
                .answers(call -> result(
                        TextContent.of("The latest picture."),
                        ImageContent.of(PIXEL, "image/png"),
                        AudioContent.of(SILENCE, "audio/wav"),
                        AudioContent.of(SILENCE, "text/html"),
                        ResourceLink.of("https://example.com/radar?place=Oslo", "radar")));
        return server;
    }

    /** Notes, a server of the handshake era: a destructive tool, resources, prompts with completion, questions. */
    static McpTestServer notes() {
        McpTestServer server = McpTestServer.create("notes").eras(McpEra.LEGACY);
        server.tool("delete_note")
                .title("Delete a note")
                .description("Deletes a note for good.")
                .annotations(annotations(false, true))
                .inputSchema(JsonObject.parse("""
                    {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}\
                    """).asMap())
                .answers(call ->
                        CallToolResult.text("deleted " + call.arguments().get("name")));
        server.tool("share_note")
                .description("Shares a note with somebody.")
                .annotations(READ_ONLY)
                .asks(
                        "With whom, and how?",
                        RequestedSchema.of(
                                Map.of("name", FormField.text(), "how", FormField.choice("read", "write")), "name"))
                .answers(call -> CallToolResult.text(
                        call.answer().action().value() + " " + call.answer().content()));
        server.tool("fail_always").annotations(READ_ONLY).fails("no such note");
        server.resource("note://welcome", "Welcome to the notes.");
        server.resource("note://picture", "image/png", PIXEL);
        server.on("resources/templates/list", request -> JsonObject.parse("""
            {"resourceTemplates": [{"uriTemplate": "note://{folder}/{name}", "name": "a note"}]}\
            """).asMap());
        prompts(server);
        return server;
    }

    private static void prompts(McpTestServer server) {
        server.prompt("summarize", "Summarize the notes.");
        server.on("prompts/list", request -> JsonObject.parse("""
            {"prompts": [{"name": "translate", "title": "Translate a note", "description": "Translates a note.",
              "arguments": [{"name": "language", "required": true}, {"name": "tone"}]}]}\
            """).asMap());
        server.on("prompts/get", request -> JsonObject.parse("""
            {"messages": [{"role": "user", "content": {"type": "text", "text": "Translate my note, please."}}]}\
            """).asMap());
        server.on("completion/complete", request -> JsonObject.parse("""
            {"completion": {"values": ["french", "finnish"], "total": 2, "hasMore": false}}\
            """).asMap());
        server.capabilities(JsonObject.parse("""
            {"tools": {"listChanged": true}, "resources": {"listChanged": true, "subscribe": true},
             "prompts": {"listChanged": true}, "completions": {}, "logging": {}}\
            """).asMap());
    }
}
