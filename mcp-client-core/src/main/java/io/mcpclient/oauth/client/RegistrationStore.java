package io.mcpclient.oauth.client;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import com.nimbusds.jose.util.JSONObjectUtils;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.oauth.TokenAuthMethod;
import io.mcpclient.oauth.metadata.JsonDocument;
import io.mcpclient.store.SealedValues;
import io.mcpclient.store.StoreLease;

/**
 * What came of one registration, in the store: the registration, or why there is none. What can not be read is none. Thread-safe.
 *
 * @see "AUTH-30; faults H18, H19"
 */
final class RegistrationStore {

    private static final Duration LONGEST = Duration.ofDays(365);

    private final SealedValues values;

    private final String key;

    private final String binding;

    /**
     * Creates the place of one registration.
     * @param values where it is kept
     * @param binding digest of all that it belongs to
     */
    RegistrationStore(SealedValues values, String binding) {
        this.values = values;
        this.key = "mcp:client:" + binding;
        this.binding = binding;
    }

    /** What is in the store: one of the two, or neither if it can not be read. */
    record Entry(
            long version,
            @Nullable Registration registration,
            @Nullable Refusal refusal) {

        static final Entry NONE = new Entry(0, null, null);
    }

    /** Why there is no registration, and until when that is not asked again. */
    record Refusal(String problem, Instant end) {}

    /** What is in the store; an error, whose class is of no interest, if it does not answer in time. */
    Mono<Entry> load() {
        return this.values
                .load(this.key)
                .map(opened -> read(opened.version(), opened.text()))
                .defaultIfEmpty(Entry.NONE);
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
        Duration left = (end != null) ? Duration.between(now, end) : LONGEST;
        return save(expectedVersion, members, (left.compareTo(LONGEST) < 0) ? left : LONGEST);
    }

    Mono<Boolean> save(long expectedVersion, Refusal refusal, Instant now) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("problem", refusal.problem());
        members.put("end", refusal.end().getEpochSecond());
        return save(expectedVersion, members, Duration.between(now, refusal.end()));
    }

    private Mono<Boolean> save(long expectedVersion, Map<String, Object> members, Duration timeToLive) {
        if (timeToLive.compareTo(Duration.ZERO) <= 0) {
            return Mono.just(false);
        }
        members.put("of", this.binding);
        return this.values.replace(this.key, expectedVersion, ascii(JSONObjectUtils.toJSONString(members)), timeToLive);
    }

    Mono<Boolean> remove(long version) {
        return this.values.remove(this.key, version);
    }

    /** The right to register, where several want to at once. */
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
                // of another version of this library, or no work of ours
            }
        }
        return new Entry(version, null, null);
    }

    private static Entry read(long version, JsonDocument document) {
        long end = document.number("end");
        String problem = document.text("problem");
        if (problem != null) {
            return new Entry(version, null, new Refusal(problem, Instant.ofEpochSecond(end)));
        }
        Registration registration = new Registration(
                document.requiredText("client_id"),
                document.text("client_secret"),
                TokenAuthMethod.valueOf(document.requiredText("method")),
                (end > 0) ? Instant.ofEpochSecond(end) : null);
        return new Entry(version, registration, null);
    }

    /** Stores take nothing else; outside of strings, JSON is ASCII anyway. */
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
}
