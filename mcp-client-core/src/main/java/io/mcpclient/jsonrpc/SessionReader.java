package io.mcpclient.jsonrpc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

import io.mcpclient.internal.schema.InitializeResult;
import io.mcpclient.schema.CacheScope;
import io.mcpclient.schema.DiscoverResult;
import io.mcpclient.schema.Icon;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.ResultType;
import io.mcpclient.schema.ServerCapabilities;

/**
 * Reads the results with which a connection begins. Not thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle">MCP: Lifecycle</a>
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/discover">MCP: Discovery</a>
 */
final class SessionReader extends DirectReader {

    /**
     * Creates a reader.
     * @param json a parser at the beginning of a result
     */
    SessionReader(JsonParser json) {
        super(json, false);
    }

    InitializeResult initializeResult() {
        String protocolVersion = null;
        ServerCapabilities capabilities = null;
        Implementation serverInfo = null;
        String instructions = null;
        Map<String, Object> meta = null;
        Map<String, Object> extra = null;
        for (String name = nextName(); name != null; name = nextName()) {
            JsonToken token = nextToken();
            switch (name) {
                case "protocolVersion" -> protocolVersion = text(token, protocolVersion);
                case "capabilities" -> capabilities = capabilities(token, capabilities);
                case "serverInfo" -> serverInfo = implementation(token, serverInfo);
                case "instructions" -> instructions = text(token, instructions);
                case "_meta" -> meta = object(token, meta);
                default -> extra = plus(extra, name, token);
            }
        }
        return new InitializeResult(
                required(protocolVersion), orNone(capabilities), serverInfo, instructions, meta, orEmpty(extra));
    }

    DiscoverResult discoverResult() {
        List<String> supportedVersions = null;
        ServerCapabilities capabilities = null;
        String instructions = null;
        String resultType = null;
        Object ttlMs = null;
        String cacheScope = null;
        Map<String, Object> meta = null;
        Map<String, Object> extra = null;
        for (String name = nextName(); name != null; name = nextName()) {
            JsonToken token = nextToken();
            switch (name) {
                case "supportedVersions" -> supportedVersions = texts(token, supportedVersions);
                case "capabilities" -> capabilities = capabilities(token, capabilities);
                case "instructions" -> instructions = text(token, instructions);
                case "resultType" -> resultType = text(token, resultType);
                case "ttlMs" -> ttlMs = any(token, ttlMs);
                case "cacheScope" -> cacheScope = text(token, cacheScope);
                case "_meta" -> meta = object(token, meta);
                default -> extra = plus(extra, name, token);
            }
        }
        return new DiscoverResult(
                (supportedVersions != null) ? supportedVersions : List.of(),
                orNone(capabilities),
                instructions,
                (resultType != null) ? new ResultType(resultType) : null,
                ttlMs,
                (cacheScope != null) ? new CacheScope(cacheScope) : null,
                meta,
                orEmpty(extra));
    }

    private List<String> texts(JsonToken start, @Nullable List<String> before) {
        require(before == null && start == JsonToken.START_ARRAY);
        List<String> texts = new ArrayList<>(2);
        for (JsonToken token = nextToken(); token != JsonToken.END_ARRAY; token = nextToken()) {
            texts.add(required(text(token, null)));
        }
        return texts;
    }

    private static ServerCapabilities orNone(@Nullable ServerCapabilities capabilities) {
        return (capabilities != null) ? capabilities : ServerCapabilities.none();
    }

    private @Nullable ServerCapabilities capabilities(JsonToken start, @Nullable ServerCapabilities before) {
        if (isAbsent(start, before)) {
            return null;
        }
        require(start == JsonToken.START_OBJECT);
        Map<String, Object> experimental = null;
        Object logging = null;
        Object completions = null;
        ServerCapabilities.Prompts prompts = null;
        ServerCapabilities.Resources resources = null;
        ServerCapabilities.Tools tools = null;
        ServerCapabilities.Tasks tasks = null;
        Map<String, Object> extensions = null;
        Map<String, Object> extra = null;
        for (String name = nextName(); name != null; name = nextName()) {
            JsonToken token = nextToken();
            switch (name) {
                case "experimental" -> experimental = object(token, experimental);
                case "logging" -> logging = any(token, logging);
                case "completions" -> completions = any(token, completions);
                case "prompts" -> prompts = prompts(token, prompts);
                case "resources" -> resources = resources(token, resources);
                case "tools" -> tools = tools(token, tools);
                case "tasks" -> tasks = bound(token, ServerCapabilities.Tasks.class, tasks);
                case "extensions" -> extensions = object(token, extensions);
                default -> extra = plus(extra, name, token);
            }
        }
        return new ServerCapabilities(
                orEmpty(experimental),
                logging,
                completions,
                prompts,
                resources,
                tools,
                tasks,
                orEmpty(extensions),
                orEmpty(extra));
    }

    private ServerCapabilities.@Nullable Prompts prompts(JsonToken token, ServerCapabilities.@Nullable Prompts before) {
        ListChanged list = listChanged(token, before);
        return (list != null) ? new ServerCapabilities.Prompts(list.changed, orEmpty(list.extra)) : null;
    }

    private ServerCapabilities.@Nullable Tools tools(JsonToken token, ServerCapabilities.@Nullable Tools before) {
        ListChanged list = listChanged(token, before);
        return (list != null) ? new ServerCapabilities.Tools(list.changed, orEmpty(list.extra)) : null;
    }

    /**
     * A capability with one member.
     *
     * @param changed {@code listChanged}
     * @param extra other members
     */
    private record ListChanged(
            @Nullable Boolean changed, @Nullable Map<String, Object> extra) {}

    private @Nullable ListChanged listChanged(JsonToken start, @Nullable Object before) {
        if (isAbsent(start, before)) {
            return null;
        }
        require(start == JsonToken.START_OBJECT);
        Boolean listChanged = null;
        Map<String, Object> extra = null;
        for (String name = nextName(); name != null; name = nextName()) {
            JsonToken token = nextToken();
            if (name.equals("listChanged")) {
                listChanged = flag(token, listChanged);
            } else {
                extra = plus(extra, name, token);
            }
        }
        return new ListChanged(listChanged, extra);
    }

    private ServerCapabilities.@Nullable Resources resources(
            JsonToken start, ServerCapabilities.@Nullable Resources before) {
        if (isAbsent(start, before)) {
            return null;
        }
        require(start == JsonToken.START_OBJECT);
        Boolean subscribe = null;
        Boolean listChanged = null;
        Map<String, Object> extra = null;
        for (String name = nextName(); name != null; name = nextName()) {
            JsonToken token = nextToken();
            switch (name) {
                case "subscribe" -> subscribe = flag(token, subscribe);
                case "listChanged" -> listChanged = flag(token, listChanged);
                default -> extra = plus(extra, name, token);
            }
        }
        return new ServerCapabilities.Resources(subscribe, listChanged, orEmpty(extra));
    }

    private @Nullable Implementation implementation(JsonToken start, @Nullable Implementation before) {
        if (isAbsent(start, before)) {
            return null;
        }
        require(start == JsonToken.START_OBJECT);
        String implementationName = null;
        String version = null;
        String title = null;
        String description = null;
        String websiteUrl = null;
        List<Icon> icons = null;
        Map<String, Object> extra = null;
        for (String name = nextName(); name != null; name = nextName()) {
            JsonToken token = nextToken();
            switch (name) {
                case "name" -> implementationName = text(token, implementationName);
                case "version" -> version = text(token, version);
                case "title" -> title = text(token, title);
                case "description" -> description = text(token, description);
                case "websiteUrl" -> websiteUrl = text(token, websiteUrl);
                case "icons" -> icons = icons(token, icons);
                default -> extra = plus(extra, name, token);
            }
        }
        return new Implementation(
                required(implementationName),
                version,
                title,
                description,
                websiteUrl,
                (icons != null) ? icons : List.of(),
                orEmpty(extra));
    }
}
