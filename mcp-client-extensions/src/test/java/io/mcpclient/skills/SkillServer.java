package io.mcpclient.skills;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.skills.internal.Sha256;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;

/**
 * A server over HTTP with the skills of a folder of the class path: {@code returns/} with its files, and {@code returns.json} with
 * its frontmatter as JSON. It is honest until a test makes it lie. Thread-safe.
 */
final class SkillServer implements AutoCloseable {

    static final JsonMapper JSON = JsonMapper.builder().build();

    /** The eras, which differ in the members of results. */
    enum Era {
        MODERN,
        LEGACY
    }

    private final Era era;

    private final ScriptedHttpServer http;

    private final String prefix;

    /** What manifests are made of, and what is sent, by URI. */
    private final Map<String, byte[]> listed = new TreeMap<>();

    private final Map<String, byte[]> served = new ConcurrentHashMap<>();

    private final Map<String, String> frontmatters = new TreeMap<>();

    private final Set<String> dynamic = new HashSet<>();

    private final List<Consumer<ObjectNode>> lies = new ArrayList<>();

    private final Map<String, Reply> replies = new ConcurrentHashMap<>();

    private volatile Function<@Nullable String, @Nullable Reply> listReply = cursor -> null;

    private volatile String capabilities =
            "{\"resources\":{},\"extensions\":{\"io.modelcontextprotocol/skills\":{\"directoryRead\":true}}}";

    SkillServer(Era era) {
        this(era, "skill://shop/", "/skills/shop");
    }

    SkillServer(Era era, String prefix, String folder) {
        this.era = era;
        this.prefix = prefix;
        this.http = (era == Era.MODERN) ? ScriptedHttpServer.modern() : ScriptedHttpServer.legacy();
        read(folder);
        on("skills/list", this::list);
        on("skills/get", request -> get(request.json().at("/params/uri").asString("")));
        on(
                "resources/read",
                request -> readResource(request.json().at("/params/uri").asString("")));
        if (era == Era.LEGACY) {
            on(
                    "initialize",
                    request -> Reply.result("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":" + this.capabilities
                            + ",\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}"));
        }
        capabilities(this.capabilities);
    }

    private void on(String method, Function<RecordedRequest, Reply> reply) {
        this.http.on(method).always().optionally().reply(request -> {
            synchronized (this) {
                return reply.apply(request);
            }
        });
    }

    private void read(String folder) {
        try {
            Path root = Path.of(Objects.requireNonNull(SkillServer.class.getResource(folder))
                    .toURI());
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    String path = root.relativize(file).toString().replace('\\', '/');
                    if (path.endsWith(".json")) {
                        this.frontmatters.put(path.substring(0, path.length() - 5), Files.readString(file));
                    } else {
                        this.listed.put(this.prefix + path, Files.readAllBytes(file));
                    }
                }
            }
            this.served.putAll(this.listed);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (URISyntaxException ex) {
            throw new IllegalStateException(ex);
        }
    }

    // what tests say

    String uri(String name) {
        return this.prefix + name + "/SKILL.md";
    }

    synchronized SkillServer capabilities(String json) {
        this.capabilities = json;
        if (this.http instanceof ScriptedModernServer modern) {
            modern.capabilities(json);
        }
        return this;
    }

    /** Changes what is sent, but not the manifest. */
    synchronized SkillServer serve(String path, String text) {
        this.served.put(this.prefix + path, text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** Changes a file and the manifest. */
    synchronized SkillServer change(String path, String text) {
        this.listed.put(this.prefix + path, text.getBytes(StandardCharsets.UTF_8));
        return serve(path, text);
    }

    /** Adds a skill with one file and the frontmatter as JSON. */
    synchronized SkillServer add(String name, String frontmatter, String text) {
        this.frontmatters.put(name, frontmatter);
        return change(name + "/SKILL.md", text);
    }

    synchronized SkillServer frontmatter(String name, String json) {
        this.frontmatters.put(name, json);
        return this;
    }

    synchronized SkillServer dynamic(String name) {
        this.dynamic.add(name);
        return this;
    }

    /** Changes each entry before it is sent. */
    synchronized SkillServer lie(Consumer<ObjectNode> change) {
        this.lies.add(change);
        return this;
    }

    /** Replies to reads of a file, or to {@code skills/get} of a skill. */
    SkillServer reply(String key, Reply reply) {
        this.replies.put(key, reply);
        return this;
    }

    /** Replies to lists, by cursor; {@code null} for the truth. */
    SkillServer lists(Function<@Nullable String, @Nullable Reply> reply) {
        this.listReply = reply;
        return this;
    }

    ScriptedHttpServer http() {
        return this.http;
    }

    /** The URIs of all reads so far. */
    List<String> reads() {
        return this.http.requests("resources/read").stream()
                .map(request -> request.json().at("/params/uri").asString(""))
                .toList();
    }

    McpClientBuilder builder(String name) {
        return McpClient.builder(name).url(this.http.url());
    }

    // replies

    Reply result(String members) {
        return Reply.result(
                (this.era == Era.MODERN)
                        ? "{\"resultType\":\"complete\",\"ttlMs\":60000,\"cacheScope\":\"private\"," + members + "}"
                        : "{" + members + "}");
    }

    private Reply list(RecordedRequest request) {
        JsonNode cursor = request.json().at("/params/cursor");
        Reply told = this.listReply.apply(cursor.isString() ? cursor.stringValue() : null);
        if (told != null) {
            return told;
        }
        ArrayNode entries = JSON.createArrayNode();
        this.frontmatters.keySet().forEach(name -> entries.add(entry(name)));
        return result("\"skills\":" + entries);
    }

    /** The entry of a skill. */
    synchronized ObjectNode entry(String name) {
        ObjectNode entry = JSON.createObjectNode().put("uri", uri(name));
        entry.set("frontmatter", JSON.readTree(this.frontmatters.get(name)));
        if (this.dynamic.contains(name)) {
            entry.put("resources", "dynamic");
        } else {
            entry.set("resources", manifest(name));
        }
        this.lies.forEach(lie -> lie.accept(entry));
        return entry;
    }

    private ArrayNode manifest(String name) {
        ArrayNode files = JSON.createArrayNode();
        this.listed.forEach((uri, bytes) -> {
            if (uri.startsWith(this.prefix + name + "/")) {
                files.add(JSON.createObjectNode()
                        .put("uri", uri)
                        .put("size", bytes.length)
                        .put("digest", Sha256.of(bytes)));
            }
        });
        return files;
    }

    private Reply get(String uri) {
        Reply told = this.replies.get("skills/get " + uri);
        if (told != null) {
            return told;
        }
        String path = uri.startsWith(this.prefix) ? uri.substring(this.prefix.length()) : "";
        String name = path.endsWith("/SKILL.md") ? path.substring(0, path.length() - 9) : "";
        return this.frontmatters.containsKey(name) ? result("\"skill\":" + entry(name)) : unknown();
    }

    private Reply readResource(String uri) {
        Reply told = this.replies.get(uri);
        byte[] bytes = this.served.get(uri);
        if (told != null || bytes == null) {
            return (told != null) ? told : unknown();
        }
        return result("\"contents\":[" + content(uri, bytes, uri.endsWith(".bin")) + "]");
    }

    static String content(String uri, byte[] bytes, boolean isBlob) {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("uri", uri);
        content.put("mimeType", isBlob ? "application/octet-stream" : "text/markdown");
        content.put(
                isBlob ? "blob" : "text",
                isBlob ? Base64.getEncoder().encodeToString(bytes) : new String(bytes, StandardCharsets.UTF_8));
        return JSON.writeValueAsString(content);
    }

    private static Reply unknown() {
        return Reply.json(200, "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32602,\"message\":\"Unknown\"}}");
    }

    static Collection<Era> eras() {
        return List.of(Era.values());
    }

    @Override
    public void close() {
        this.http.close();
    }
}
