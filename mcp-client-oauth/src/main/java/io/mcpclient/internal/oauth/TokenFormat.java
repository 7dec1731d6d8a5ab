package io.mcpclient.internal.oauth;

import java.text.ParseException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.nimbusds.jose.util.JSONObjectUtils;
import org.jspecify.annotations.Nullable;

/**
 * Serializes tokens: JSON on one line, ASCII, with the format version and the entry's key, so that an entry cannot be moved to
 * another key. Unreadable content is treated as absent.
 *
 * @see "AUTH-53, AUTH-54, AUTH-59"
 */
final class TokenFormat {

    private static final long VERSION = 1;

    private TokenFormat() {}

    /**
     * Deserialized tokens.
     *
     * @param keyJson key that they are bound to, or {@code null}
     */
    record Content(TokenKeeper.Held held, @Nullable String keyJson) {

        @Override
        public String toString() {
            return "Content[" + this.held + "]";
        }
    }

    static String writeOwner(String key, TokenSet.Owner owner) {
        return text(members(key, owner));
    }

    static TokenSet.@Nullable Owner readOwner(String key, @Nullable String text) {
        try {
            return (text != null) ? owner(key, JSONObjectUtils.parse(text)) : null;
        } catch (ParseException | RuntimeException ex) {
            return null;
        }
    }

    static String write(String key, TokenKeeper.Held held, @Nullable String keyJson) {
        TokenSet tokens = held.tokens();
        Map<String, Object> members = members(key, held.owner());
        members.put("access", tokens.accessToken());
        if (tokens.refreshToken() != null) {
            members.put("refresh", tokens.refreshToken());
        }
        if (keyJson != null) {
            members.put("dpop", keyJson);
        }
        members.put("scopes", tokens.scopes());
        members.put("issued", tokens.issuedAt().toEpochMilli());
        members.put("expires", tokens.expiresAt().toEpochMilli());
        return text(members);
    }

    static @Nullable Content read(String key, @Nullable String text) {
        try {
            if (text == null) {
                return null;
            }
            Map<String, Object> members = JSONObjectUtils.parse(text);
            TokenSet.Owner owner = owner(key, members);
            String accessToken = token(members, "access");
            if (owner == null || accessToken == null) {
                return null;
            }
            String keyJson = JSONObjectUtils.getString(members, "dpop");
            TokenSet tokens = new TokenSet(
                    accessToken,
                    keyJson != null,
                    token(members, "refresh"),
                    List.copyOf(JSONObjectUtils.getStringList(members, "scopes")),
                    Instant.ofEpochMilli(JSONObjectUtils.getLong(members, "issued")),
                    Instant.ofEpochMilli(JSONObjectUtils.getLong(members, "expires")));
            return new Content(new TokenKeeper.Held(owner, tokens), keyJson);
        } catch (ParseException | RuntimeException ex) {
            return null;
        }
    }

    private static Map<String, Object> members(String key, TokenSet.Owner owner) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("v", VERSION);
        members.put("key", key);
        members.put("issuer", owner.issuer());
        members.put("resource", owner.resource());
        members.put("client", owner.clientId());
        return members;
    }

    private static TokenSet.@Nullable Owner owner(String key, Map<String, Object> members) throws ParseException {
        if (JSONObjectUtils.getLong(members, "v") != VERSION || !key.equals(members.get("key"))) {
            return null;
        }
        return new TokenSet.Owner(
                Objects.requireNonNull(JSONObjectUtils.getString(members, "issuer")),
                Objects.requireNonNull(JSONObjectUtils.getString(members, "resource")),
                Objects.requireNonNull(JSONObjectUtils.getString(members, "client")));
    }

    private static @Nullable String token(Map<String, Object> members, String name) throws ParseException {
        String token = JSONObjectUtils.getString(members, name);
        if (token != null && !OAuthText.isToken(token)) {
            throw new ParseException("no token", 0);
        }
        return token;
    }

    private static String text(Map<String, Object> members) {
        String json = JSONObjectUtils.toJSONString(members);
        StringBuilder ascii = new StringBuilder(json.length());
        json.chars().forEach(c -> {
            if (c >= ' ' && c < 0x7f) {
                ascii.append((char) c);
            } else {
                ascii.append(String.format("\\u%04x", c)); // outside of strings, JSON has no such characters
            }
        });
        return ascii.toString();
    }
}
