package io.mcpclient.counterparts;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

/**
 * A result that all clients are given.
 *
 * @param title what the server returns
 * @param tool the tool that returns it
 * @param arguments arguments of the call as JSON; {@code $dir} is the directory of the files
 * @param probe a part of the result that a model has to read once; empty if there is none
 */
record ComparedResult(String title, String tool, String arguments, String probe) {

    /** A result, and the reply of the server with it. */
    private record Played(ComparedResult result, Reply reply) {}

    /** Base64 data of 3,000 bytes. */
    static final String DATA = "iVBORw0KGgo".repeat(364).substring(0, 4000);

    /** By server-filesystem. */
    private static final List<ComparedResult> FILES = List.of(
            file("a file of 11 bytes", "read_text_file", "small.txt", "hello file"),
            file("a file of 108,000 bytes", "read_text_file", "large.txt", "line 1 of the large file"),
            new ComparedResult(
                    "a file is written",
                    "write_file",
                    "{\"path\":\"$dir/new.txt\",\"content\":\"x\"}",
                    "Successfully wrote"),
            new ComparedResult("a directory", "list_directory", "{\"path\":\"$dir\"}", "large.txt"),
            file("an image of 3,000 bytes, also as structured content", "read_media_file", "picture.png", "image/png"),
            new ComparedResult("a refusal", "read_text_file", "{\"path\":\"/etc/hostname\"}", "Access denied"));

    /** By server-everything. */
    private static final List<ComparedResult> EVERYTHING = List.of(
            new ComparedResult("text", "echo", "{\"message\":\"comparison\"}", "comparison"),
            new ComparedResult(
                    "JSON, also as structured content",
                    "get-structured-content",
                    "{\"location\":\"New York\"}",
                    "temperature"),
            new ComparedResult("text and an image", "get-tiny-image", "{}", "image/png"),
            new ComparedResult(
                    "annotated text and an image",
                    "get-annotated-message",
                    "{\"messageType\":\"error\",\"includeImage\":true}",
                    "Operation failed"),
            new ComparedResult(
                    "links to resources", "get-resource-links", "{\"count\":2}", "demo://resource/dynamic/text/2"),
            new ComparedResult(
                    "a text resource",
                    "get-resource-reference",
                    "{\"resourceType\":\"Text\",\"resourceId\":1}",
                    "This is a plaintext resource"),
            new ComparedResult("arguments are refused", "echo", "{}", "expected string"));

    /** By servers that are played here: the members of their results. */
    private static final List<Played> PLAYED = List.of(
            played(
                    "FastMCP: a string",
                    "fastmcp_string",
                    "a string",
                    "'content':[{'type':'text','text':'a string'}],'structuredContent':{'result':'a string'}"),
            played(
                    "FastMCP: a list",
                    "fastmcp_list",
                    "alpha",
                    "'content':[{'type':'text','text':'alpha'},{'type':'text','text':'beta'}],"
                            + "'structuredContent':{'result':['alpha','beta']}"),
            played(
                    "FastMCP: an object",
                    "fastmcp_object",
                    "Bern",
                    "'content':[{'type':'text','text':'{\\n  \\'city\\': \\'Bern\\'\\n}'}],'structuredContent':{'city':'Bern'}"),
            played(
                    "text, null for structured content",
                    "null_member",
                    "some text",
                    "'content':[{'type':'text','text':'some text'}],'structuredContent':null"),
            played(
                    "text, other structured content",
                    "other_structure",
                    "sunny",
                    "'content':[{'type':'text','text':'It is sunny.'}],'structuredContent':{'celsius':21.5}"),
            played(
                    "audio",
                    "audio",
                    "audio/wav",
                    "'content':[{'type':'audio','mimeType':'audio/wav','data':'" + DATA + "'}]"),
            played(
                    "a binary resource",
                    "blob",
                    "file:///data.zip",
                    "'content':[{'type':'resource','resource':{'uri':'file:///data.zip','mimeType':'application/zip',"
                            + "'blob':'" + DATA + "'}}]"),
            played("nothing", "nothing", "", "'content':[]"),
            played(
                    "an app: text, data for its page",
                    "app",
                    "3 flights",
                    "'content':[{'type':'text','text':'3 flights found'}],'structuredContent':{'flights':[1,2,3]},"
                            + "'_meta':{'ui':{'resourceUri':'ui://flights'}}"),
            played(
                    "an app: its page of 20,000 characters",
                    "app_page",
                    "",
                    "'content':[{'type':'resource','resource':{'uri':'ui://flights','mimeType':'text/html','text':'"
                            + "<p>a page</p> ".repeat(1429) + "'}}]"),
            new Played(
                    new ComparedResult("a protocol error", "refused", "{}", "no such order"),
                    Reply.error(-32602, "no such order")));

    /** All of them, in the order of the table. */
    static List<ComparedResult> all() {
        List<ComparedResult> played = PLAYED.stream().map(Played::result).toList();
        return List.of(FILES, EVERYTHING, played).stream().flatMap(List::stream).toList();
    }

    private static ComparedResult file(String title, String tool, String name, String probe) {
        return new ComparedResult(title, tool, "{\"path\":\"$dir/" + name + "\"}", probe);
    }

    private static Played played(String title, String tool, String probe, String members) {
        String json = ("{" + members + "}").replace("\\'", "\\\"").replace('\'', '"');
        return new Played(new ComparedResult(title, tool, "{}", probe), Reply.result(json));
    }

    /** Starts the server that plays the last ones. */
    static ScriptedLegacyServer server() {
        ScriptedLegacyServer server = ScriptedHttpServer.legacy();
        server.tools(PLAYED.stream()
                .map(played -> "{\"name\":\"" + played.result().tool() + "\",\"description\":\"Plays a result\","
                        + "\"inputSchema\":{\"type\":\"object\",\"properties\":{}}}")
                .toArray(String[]::new));
        Map<String, Reply> replies = PLAYED.stream()
                .collect(Collectors.toMap(played -> played.result().tool(), Played::reply));
        server.on("tools/call")
                .optionally()
                .reply((RecordedRequest request) ->
                        replies.get(request.json().at("/params/name").asString("")));
        return server;
    }
}
