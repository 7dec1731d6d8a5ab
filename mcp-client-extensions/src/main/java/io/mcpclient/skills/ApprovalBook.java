package io.mcpclient.skills;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.skills.internal.Sha256;
import io.mcpclient.store.McpStore;
import io.mcpclient.store.McpStoredValue;
import io.mcpclient.support.Loggers;
import io.mcpclient.time.TimeSource;

/**
 * Approvals of skills in a store, one value for each principal, server and URI. Each contains the fingerprint of the manifest that it
 * was given for, and a bounded list of its files, for the difference. A value that cannot be read, or belongs to something else, counts
 * as none. Blocking stores are used on threads that may block. Thread-safe.
 *
 * @see "MCP extension io.modelcontextprotocol/skills (SKL-60 to SKL-62)"
 */
final class ApprovalBook {

    private static final Logger logger = Loggers.APPROVAL;

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private static final int FORMAT = 1;

    /** Attempts to replace a value that other instances change as well. */
    private static final int ATTEMPTS = 5;

    /** Far below the size that a store accepts. */
    private static final int MAX_FILES_LENGTH = 128 * 1024;

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private final String server;

    private final String address;

    private final McpStore store;

    private final Duration timeToLive;

    private final TimeSource time;

    /** What a value means. */
    enum Kind {

        /** Loaded before, without a decision. */
        SEEN,

        /** Approved. */
        APPROVED,

        /** Changed since then: needs a decision, even if the change is taken back. */
        REVOKED
    }

    /**
     * A value.
     *
     * @param kind what it means
     * @param fingerprint fingerprint of the manifest
     * @param files digests by URI, possibly not all
     */
    record Entry(Kind kind, String fingerprint, Map<String, String> files) {

        boolean fits(McpSkillManifest manifest) {
            return this.kind != Kind.REVOKED && this.fingerprint.equals(manifest.fingerprint());
        }

        /** URIs that were added, removed or changed since. */
        List<String> difference(McpSkillManifest manifest) {
            Map<String, String> current = filesOf(manifest);
            TreeSet<String> uris = new TreeSet<>(current.keySet());
            uris.addAll(this.files.keySet());
            uris.removeIf(uri -> current.getOrDefault(uri, "").equals(this.files.get(uri)));
            return List.copyOf(uris);
        }
    }

    ApprovalBook(String server, String address, McpStore store, Duration timeToLive, TimeSource time) {
        this.server = server;
        this.address = address;
        this.store = store;
        this.timeToLive = timeToLive;
        this.time = time;
    }

    private String key(String principal, McpSkill skill) {
        return "mcp-skill:"
                + Sha256.of(List.of(
                        principal,
                        this.server,
                        this.address,
                        SkillEntries.uri(skill).toString()));
    }

    /**
     * What was found in the store.
     *
     * @param entry the value, {@code null} if there is none
     * @param isAvailable whether the store could be read
     */
    record Found(@Nullable Entry entry, boolean isAvailable) {}

    /** Loads the value of a skill. */
    Mono<Found> find(String principal, McpSkill skill) {
        return use(() -> {
                    McpStoredValue value = this.store.load(key(principal, skill));
                    return (value != null) ? read(value.text(), principal, skill) : null;
                })
                .map(entry -> new Found(entry, true))
                .defaultIfEmpty(new Found(null, true))
                .onErrorResume(error -> {
                    logger.warn(
                            "MCP server \"{}\": the store of approvals of skills cannot be read: {}",
                            this.server,
                            error.toString());
                    return Mono.just(new Found(null, false));
                });
    }

    /** Stores a value, instead of the present one. */
    Mono<Void> put(String principal, McpSkill skill, Kind kind, McpSkillManifest manifest) {
        return use(() -> {
                    String text = write(principal, skill, kind, manifest);
                    String key = key(principal, skill);
                    for (int i = 0; i < ATTEMPTS; i++) {
                        McpStoredValue present = this.store.load(key);
                        long known = (present != null) ? present.version() : 0;
                        long next = Math.max(known + 1, this.time.millis());
                        if (this.store.replace(key, known, new McpStoredValue(next, text), this.timeToLive)) {
                            return true;
                        }
                    }
                    return false;
                })
                .filter(stored -> !stored)
                .doOnNext(failed -> logger.warn(
                        "MCP server \"{}\": an approval of a skill was not stored: other instances change it",
                        this.server))
                .onErrorResume(error -> {
                    logger.warn(
                            "MCP server \"{}\": the store of approvals of skills cannot be written: {}",
                            this.server,
                            error.toString());
                    return Mono.empty();
                })
                .then();
    }

    private <T> Mono<T> use(Callable<@Nullable T> work) {
        return Mono.fromCallable(work).subscribeOn(Schedulers.boundedElastic()).timeout(LIMIT, this.time.timers());
    }

    private static Map<String, String> filesOf(McpSkillManifest manifest) {
        Map<String, String> files = new TreeMap<>();
        manifest.files().forEach(file -> files.put(file.uri(), file.digest()));
        return files;
    }

    private String write(String principal, McpSkill skill, Kind kind, McpSkillManifest manifest) {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("format", FORMAT);
        value.put("principal", principal);
        value.put("server", this.server);
        value.put("uri", skill.uri());
        value.put("kind", kind.name());
        value.put("fingerprint", manifest.fingerprint());
        List<List<String>> files = new ArrayList<>();
        int length = 0;
        for (Map.Entry<String, String> file : filesOf(manifest).entrySet()) {
            length += file.getKey().length() + file.getValue().length();
            if (length <= MAX_FILES_LENGTH) {
                files.add(List.of(file.getKey(), file.getValue()));
            }
        }
        value.put("files", files);
        return CODEC.toJson(value);
    }

    private @Nullable Entry read(String text, String principal, McpSkill skill) {
        try {
            Map<?, ?> value = CODEC.fromJson(text, Map.class);
            if (value == null
                    || !Integer.valueOf(FORMAT).equals(value.get("format"))
                    || !principal.equals(value.get("principal"))
                    || !this.server.equals(value.get("server"))
                    || !(value.get("fingerprint") instanceof String fingerprint)
                    || !(value.get("kind") instanceof String kind)) {
                return null;
            }
            return new Entry(Kind.valueOf(kind), fingerprint, files(value.get("files")));
        } catch (IllegalArgumentException unreadable) {
            logger.warn(
                    "MCP server \"{}\": the stored approval of {} cannot be read, and is ignored",
                    this.server,
                    skill.name());
            return null;
        }
    }

    private static Map<String, String> files(@Nullable Object pairs) {
        Map<String, String> files = new TreeMap<>();
        if (pairs instanceof List<?> list) {
            for (Object item : list) {
                if (item instanceof List<?> pair
                        && pair.size() == 2
                        && pair.get(0) instanceof String uri
                        && pair.get(1) instanceof String digest) {
                    files.put(uri, digest);
                }
            }
        }
        return files;
    }
}
