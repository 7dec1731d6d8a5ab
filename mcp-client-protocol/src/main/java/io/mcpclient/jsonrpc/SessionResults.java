package io.mcpclient.jsonrpc;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

import io.mcpclient.schema.CacheScope;
import io.mcpclient.schema.DiscoverResult;
import io.mcpclient.schema.Icon;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.ResultType;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.support.schema.InitializeResult;

/**
 * The results with which a connection begins, made of plain JSON: preparing databind for them takes longer than to connect.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle">MCP: Lifecycle</a>
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/discover">MCP: Discovery</a>
 */
final class SessionResults {

    private static final String LIST_CHANGED = "listChanged";

    private SessionResults() {}

    static InitializeResult initializeResult(Map<String, Object> result) {
        Members members = new Members(result);
        return new InitializeResult(
                DirectReader.required(members.text("protocolVersion")),
                capabilities(members),
                members.object("serverInfo", SessionResults::implementation),
                members.text("instructions"),
                members.object("_meta"),
                List.of(),
                members.others());
    }

    static DiscoverResult discoverResult(Map<String, Object> result) {
        Members members = new Members(result);
        return new DiscoverResult(
                members.texts("supportedVersions"),
                capabilities(members),
                members.text("instructions"),
                members.text("resultType", ResultType::new),
                members.any("ttlMs"),
                members.text("cacheScope", CacheScope::new),
                members.object("_meta"),
                List.of(),
                members.others());
    }

    private static ServerCapabilities capabilities(Members result) {
        ServerCapabilities capabilities = result.object("capabilities", SessionResults::declared);
        return (capabilities != null) ? capabilities : ServerCapabilities.none();
    }

    private static ServerCapabilities declared(Members members) {
        return new ServerCapabilities(
                members.objectOrEmpty("experimental"),
                members.any("logging"),
                members.any("completions"),
                members.object(
                        "prompts",
                        prompts -> new ServerCapabilities.Prompts(prompts.flag(LIST_CHANGED), prompts.others())),
                members.object(
                        "resources",
                        resources -> new ServerCapabilities.Resources(
                                resources.flag("subscribe"), resources.flag(LIST_CHANGED), resources.others())),
                members.object(
                        "tools", tools -> new ServerCapabilities.Tools(tools.flag(LIST_CHANGED), tools.others())),
                members.bound("tasks", ServerCapabilities.Tasks.class),
                members.objectOrEmpty("extensions"),
                members.others());
    }

    private static Implementation implementation(Members members) {
        Icon[] icons = members.bound("icons", Icon[].class);
        return new Implementation(
                DirectReader.required(members.text("name")),
                members.text("version"),
                members.text("title"),
                members.text("description"),
                members.text("websiteUrl"),
                (icons != null) ? Arrays.asList(icons) : List.of(),
                members.others());
    }
}
