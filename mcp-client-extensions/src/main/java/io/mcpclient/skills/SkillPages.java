package io.mcpclient.skills;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.extension.McpExtensionContext;
import io.mcpclient.skills.internal.InvalidSkillException;
import io.mcpclient.skills.internal.SkillUri;
import io.mcpclient.support.json.JsonSize;

/**
 * Follows the pages of {@code skills/list}, up to the limits. Invalid entries are left out, with the reasons.
 *
 * @see "MCP extension io.modelcontextprotocol/skills (SKL-04 to SKL-06, SKL-10)"
 */
final class SkillPages {

    private static final Duration LONGEST_LIFE = Duration.ofDays(365);

    private final McpExtensionContext context;

    private final McpSkillSettings settings;

    SkillPages(McpExtensionContext context, McpSkillSettings settings) {
        this.context = context;
        this.settings = settings;
    }

    Mono<McpSkillList> all(McpCallOptions options) {
        return Mono.defer(() -> {
            Collected collected = new Collected();
            return page(null, options)
                    .expand(page -> {
                        String next = collected.add(page);
                        return (next != null)
                                ? page(next, options).onErrorResume(SkillErrors::isLimit, collected::tooLarge)
                                : Mono.empty();
                    })
                    .then(Mono.fromSupplier(collected::list))
                    .timeout(
                            limit(options),
                            Mono.error(() -> collected.errors.late(SkillMethods.LIST, limit(options))),
                            this.context.time().timers());
        });
    }

    /** Each page has the deadline of a request; all of them together have the longest one of a request. */
    private Duration limit(McpCallOptions options) {
        Duration longest = options.maxTimeout();
        return (longest != null) ? longest : this.context.settings().timeouts().requestMax();
    }

    private Mono<Map<?, ?>> page(@Nullable String cursor, McpCallOptions options) {
        return this.context
                .request(SkillMethods.LIST, (cursor != null) ? Map.of("cursor", cursor) : null, Map.class, options)
                .map(page -> (Map<?, ?>) page);
    }

    /** The lifetime that a result states; 0 without a valid one. */
    static Duration timeToLive(Map<?, ?> result) {
        if (result.get("ttlMs") instanceof Number number) {
            double millis = number.doubleValue();
            return (millis > 0) ? Duration.ofMillis((long) Math.min(millis, LONGEST_LIFE.toMillis())) : Duration.ZERO;
        }
        return Duration.ZERO;
    }

    /** What was read so far. Pages arrive one after the other. */
    private final class Collected {

        private final SkillErrors errors = new SkillErrors(SkillPages.this.context.serverName());

        private final Map<SkillUri, McpSkill> skills = new HashMap<>();

        private final List<McpSkill> inOrder = new ArrayList<>();

        private final List<McpInvalidSkill> invalid = new ArrayList<>();

        private final Set<String> cursors = new HashSet<>();

        private @Nullable String incomplete;

        private @Nullable Duration timeToLive;

        private boolean shared = true;

        private int pages;

        private long bytes;

        /** Returns the cursor of the following page, {@code null} if there is none, or it is not fetched. */
        @Nullable
        String add(Map<?, ?> page) {
            if (!(page.get("skills") instanceof List<?> entries)) {
                throw this.errors.malformed(SkillMethods.LIST, "\"skills\" of the result is not an array");
            }
            this.pages++;
            this.bytes += JsonSize.of(page).bytes();
            Duration life = timeToLive(page);
            Duration before = this.timeToLive;
            this.timeToLive = (before == null || life.compareTo(before) < 0) ? life : before;
            this.shared &= "public".equals(page.get("cacheScope"));
            for (Object entry : entries) {
                if (this.inOrder.size() + this.invalid.size() >= SkillPages.this.settings.maxSkills()) {
                    return stop("skills.max-skills = " + SkillPages.this.settings.maxSkills());
                }
                add(entry);
            }
            return following(page.get("nextCursor"));
        }

        private void add(@Nullable Object entry) {
            String server = SkillPages.this.context.serverName();
            try {
                McpSkill skill = SkillEntries.read(server, entry);
                if (this.skills.putIfAbsent(SkillEntries.uri(skill), skill) != null) {
                    throw new InvalidSkillException("its URI is listed twice");
                }
                this.inOrder.add(skill);
            } catch (InvalidSkillException ex) {
                this.invalid.add(new McpInvalidSkill(server, SkillEntries.printableUri(entry), ex.reason()));
            }
        }

        private @Nullable String following(@Nullable Object cursor) {
            if (cursor == null) {
                return null;
            }
            if (!(cursor instanceof String next)) {
                return stop("a nextCursor that is not a string");
            }
            if (!this.cursors.add(next)) {
                return stop("a repeated nextCursor");
            }
            if (this.pages >= SkillPages.this.settings.maxPages()) {
                return stop("skills.max-pages = " + SkillPages.this.settings.maxPages());
            }
            return (this.bytes >= SkillPages.this.settings.maxListSize())
                    ? stop("skills.max-list-size = " + SkillPages.this.settings.maxListSize())
                    : next;
        }

        private @Nullable String stop(String reason) {
            this.incomplete = "the list ends at " + reason;
            return null;
        }

        /** A later page that no message can hold: what was read before remains. */
        Mono<Map<?, ?>> tooLarge(Throwable error) {
            stop("a page beyond the limits of messages");
            return Mono.empty();
        }

        McpSkillList list() {
            Duration life = this.timeToLive;
            return new McpSkillList(
                    this.inOrder, this.invalid, this.incomplete, (life != null) ? life : Duration.ZERO, this.shared);
        }
    }
}
