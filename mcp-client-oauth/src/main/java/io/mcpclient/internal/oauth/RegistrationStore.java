package io.mcpclient.internal.oauth;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.nimbusds.jose.util.JSONObjectUtils;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpTokenAuthMethod;
import io.mcpclient.support.store.Digest;
import io.mcpclient.support.store.EncryptedValues;
import io.mcpclient.support.store.StoreLease;

/**
 * Registrations of a client at one authorization server, in the store. Unreadable content is treated as absent. Thread-safe.
 *
 * <pre>
 *  digest(binding)                the present registration; or the reason why there is none; or the id of a replaced one
 *  digest(binding, client id)     each registration, for the tokens that were obtained with it
 * </pre>
 *
 * @see "AUTH-30; faults H18, H19"
 */
final class RegistrationStore {

    private static final Duration LONGEST = Duration.ofDays(365);

    private static final String PREFIX = "mcp:client:";

    private final EncryptedValues values;

    private final String key;

    private final String binding;

    /**
     * Creates the entry of one registration.
     * @param values values in the store
     * @param binding digest of everything that the registration depends on
     */
    RegistrationStore(EncryptedValues values, String binding) {
        this.values = values;
        this.key = PREFIX + binding;
        this.binding = binding;
    }

    /**
     * Content of the entry: one of the three, or none if it is unreadable.
     *
     * @param replaced id of a registration that is no longer used for new authorizations
     */
    record Entry(
            long version,
            @Nullable Registration registration,
            @Nullable Refusal refusal,
            @Nullable String replaced) {

        static final Entry NONE = new Entry(0, null, null, null);
    }

    /**
     * The reason why there is no registration.
     *
     * @param at time of the rejection
     * @param end earliest time of the next request
     * @param times number of consecutive rejections
     */
    record Refusal(String problem, Instant at, Instant end, int times) {}

    /** Reads the entry; an error of any class if the store does not respond in time. */
    Mono<Entry> load() {
        return this.values
                .load(this.key)
                .map(opened -> read(opened.version(), opened.text()))
                .defaultIfEmpty(Entry.NONE);
    }

    /**
     * Reads a registration that was used, the present one or an earlier one.
     * @param clientId its id
     * @return the registration, empty if there is none; an error of any class if the store does not respond
     */
    Mono<Registration> load(String clientId) {
        return this.values
                .load(keyOf(clientId))
                .flatMap(opened ->
                        Mono.justOrEmpty(read(opened.version(), opened.text()).registration()))
                .switchIfEmpty(load().flatMap(entry -> Mono.justOrEmpty(entry.registration())))
                .filter(registration -> registration.clientId().equals(clientId));
    }

    Mono<Boolean> save(long expectedVersion, Registration registration, Instant now) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("client_id", registration.clientId());
        members.put("method", registration.method().name());
        if (registration.secret() != null) {
            members.put("client_secret", registration.secret());
        }
        Instant end = registration.end();
        if (end != null) {
            members.put("end", end.getEpochSecond());
        }
        if (!registration.scopes().isEmpty()) {
            members.put("scope", String.join(" ", registration.scopes()));
        }
        Duration left = (end != null) ? Duration.between(now, end) : LONGEST;
        Duration kept = (left.compareTo(LONGEST) < 0) ? left : LONGEST;
        String own = keyOf(registration.clientId());
        return this.values
                .load(own)
                .map(EncryptedValues.Opened::version)
                .defaultIfEmpty(0L)
                .flatMap(version -> save(own, version, members, kept))
                .then(Mono.defer(() -> save(this.key, expectedVersion, members, kept)));
    }

    Mono<Boolean> save(long expectedVersion, Refusal refusal, Instant now) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("problem", refusal.problem());
        members.put("at", refusal.at().toEpochMilli());
        members.put("refused_until", refusal.end().toEpochMilli());
        members.put("times", refusal.times());
        // Stored longer than it is in force: the next rejection counts it.
        Duration kept = Duration.between(now, refusal.end()).plus(RegistrationPause.LONGEST);
        return save(this.key, expectedVersion, members, kept);
    }

    private Mono<Boolean> save(String key, long expectedVersion, Map<String, Object> members, Duration timeToLive) {
        if (timeToLive.compareTo(Duration.ZERO) <= 0) {
            return Mono.just(false);
        }
        members.put("of", this.binding);
        return this.values.replace(key, expectedVersion, ascii(JSONObjectUtils.toJSONString(members)), timeToLive);
    }

    /** Deletes a registration, also for the tokens that were obtained with it. */
    Mono<Void> remove(String clientId) {
        return this.values
                .load(keyOf(clientId))
                .flatMap(opened -> this.values.remove(keyOf(clientId), opened.version()))
                .then();
    }

    /** Records that a registration is no longer used for new authorizations, if it is the present one. */
    Mono<Void> replaced(String clientId) {
        return load().filter(entry -> entry.registration() != null
                        && entry.registration().clientId().equals(clientId))
                .flatMap(entry -> {
                    Map<String, Object> members = new LinkedHashMap<>();
                    members.put("replaced", clientId);
                    return save(this.key, entry.version(), members, LONGEST);
                })
                .then();
    }

    private String keyOf(String clientId) {
        return PREFIX + Digest.of(List.of(this.binding, clientId));
    }

    /** The lease for concurrent registrations. */
    StoreLease lease() {
        return this.values.lease(this.key + ":lease");
    }

    private Entry read(long version, @Nullable String text) {
        if (text != null) {
            try {
                JsonDocument document = JsonDocument.parse(text);
                if (this.binding.equals(document.text("of"))) {
                    return read(version, document);
                }
            } catch (RuntimeException ex) {
                // from another version of this library, or foreign content
            }
        }
        return new Entry(version, null, null, null);
    }

    private static Entry read(long version, JsonDocument document) {
        String problem = document.text("problem");
        if (problem != null) {
            Refusal refusal = new Refusal(
                    problem,
                    Instant.ofEpochMilli(document.number("at")),
                    Instant.ofEpochMilli(document.number("refused_until")),
                    (int) document.number("times"));
            return new Entry(version, null, refusal, null);
        }
        String replaced = document.text("replaced");
        if (replaced != null) {
            return new Entry(version, null, null, replaced);
        }
        long end = document.number("end");
        Registration registration = new Registration(
                document.requiredText("client_id"),
                document.text("client_secret"),
                McpTokenAuthMethod.valueOf(document.requiredText("method")),
                (end > 0) ? Instant.ofEpochSecond(end) : null,
                Stream.ofNullable(document.text("scope"))
                        .flatMap(scopes -> Stream.of(scopes.split(" ")))
                        .toList());
        return new Entry(version, registration, null, null);
    }

    /** Stores accept only ASCII; outside of strings, JSON is ASCII anyway. */
    private static String ascii(String json) {
        StringBuilder ascii = new StringBuilder(json.length());
        json.chars().forEach(c -> {
            if (c >= 0x20 && c <= 0x7e) {
                ascii.append((char) c);
            } else {
                ascii.append(String.format("\\u%04x", c));
            }
        });
        return ascii.toString();
    }

    /**
     * The validated result of a registration. {@code toString} shows no secret.
     *
     * @param clientId printable ASCII
     * @param secret printable ASCII, or {@code null} for none
     * @param method authentication method of the client
     * @param end expiry of the secret, or {@code null} if it does not expire
     * @param scopes scopes to which the client is limited, empty if no limit is known
     */
    record Registration(
            String clientId,
            @Nullable String secret,
            McpTokenAuthMethod method,
            @Nullable Instant end,
            List<String> scopes) {

        /** Whether the client may request scopes, as far as is known. */
        boolean isFor(List<String> asked) {
            return this.scopes.isEmpty() || this.scopes.containsAll(asked);
        }

        boolean isOver(Instant now) {
            return this.end != null && !now.isBefore(this.end);
        }

        @Override
        public String toString() {
            return "Registration[clientId=" + this.clientId + "]";
        }
    }

    /**
     * Pause before the next registration request to an authorization server: one minute, doubled each time, at most ten.
     *
     * @see "fault H19"
     */
    static final class RegistrationPause {

        static final Duration FIRST = Duration.ofMinutes(1);

        static final Duration LONGEST = Duration.ofMinutes(10);

        private static final int MAX_DOUBLINGS = 4;

        private RegistrationPause() {}

        /**
         * Returns the pause.
         * @param times number of consecutive failures, at least one
         */
        static Duration after(int times) {
            Duration pause = FIRST.multipliedBy(1L << Math.min(times - 1, MAX_DOUBLINGS));
            return (pause.compareTo(LONGEST) < 0) ? pause : LONGEST;
        }
    }
}
