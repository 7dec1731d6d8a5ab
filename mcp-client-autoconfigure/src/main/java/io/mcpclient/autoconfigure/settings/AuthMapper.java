package io.mcpclient.autoconfigure.settings;

import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.util.StringUtils;

import io.mcpclient.auth.CredentialFile;
import io.mcpclient.auth.McpCredentials;
import io.mcpclient.auth.McpSchemes;
import io.mcpclient.autoconfigure.files.ReservedHeaders;
import io.mcpclient.autoconfigure.properties.AuthProperties;
import io.mcpclient.autoconfigure.properties.AuthProperties.Type;
import io.mcpclient.autoconfigure.properties.ServerProperties;
import io.mcpclient.autoconfigure.settings.Layer.Value;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.settings.McpEndpointSettings;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.support.net.Loopback;
import io.mcpclient.text.HeaderSyntax;

/**
 * Maps the credentials of a server. Messages never quote a credential.
 *
 * @see "AUTH-01; faults H25, H31"
 */
public final class AuthMapper {

    private static final String DEFAULT_HEADER = "X-API-Key";

    private static final String BEARER = "Bearer ";

    private AuthMapper() {}

    static AuthSettings map(Layer layer, @Nullable McpEndpointSettings endpoint) {
        Value<Type> type = layer.find("auth.type", settings -> settings.auth().type());
        if (endpoint instanceof McpHttpSettings http) {
            return map(layer, type, http);
        }
        refuseAll(layer, "is set together with " + layer.property("command"));
        return AuthSettings.UNSET;
    }

    /** Processes take credentials from their environment. */
    private static void refuseAll(Layer layer, String problem) {
        AuthProperties own = layer.server().auth();
        String remedy = "Remove it, and give the process its credentials with env.";
        layer.refuse("auth.type", own.type() != null && own.type() != Type.NONE, problem, remedy);
        layer.refuse("auth.allow-cleartext", own.allowCleartext() != null, problem, remedy);
        layer.refuse("auth.per-principal", own.perPrincipal() != null, problem, remedy);
        if (own.equals(ServerProperties.NONE.auth())) {
            return;
        }
        for (AuthKey key : AuthKey.ALL) {
            layer.refuse("auth." + key.name(), key.isSet(own), problem, remedy);
        }
    }

    private static AuthSettings map(Layer layer, @Nullable Value<Type> type, McpHttpSettings endpoint) {
        refuseOfOtherTypes(layer, type);
        boolean allowCleartext = layer.get(
                        "auth.allow-cleartext", settings -> settings.auth().allowCleartext(), false)
                .value();
        if (type != null && type.value() != Type.NONE && !allowCleartext) {
            refuseCleartext(layer.name(), "has credentials", endpoint);
        }
        return new AuthSettings(
                type,
                (type != null) ? scheme(layer, type, endpoint) : new AuthSettings.None(),
                allowCleartext,
                layer.find("auth.per-principal", settings -> settings.auth().perPrincipal()),
                layer.inheritsCredentials());
    }

    /** Settings of all servers may be meant for other servers; settings of this server are deliberate. */
    private static void refuseOfOtherTypes(Layer layer, @Nullable Value<Type> type) {
        if (layer.server().auth().equals(ServerProperties.NONE.auth())) {
            return;
        }
        for (AuthKey key : AuthKey.ALL) {
            boolean isSet = key.isSet(layer.server().auth());
            if (type == null) {
                layer.refuse(
                        "auth.type",
                        isSet,
                        "is missing, while auth." + key.name() + " is set",
                        "Set it to " + word(key.type()) + ".");
            } else {
                layer.refuse(
                        "auth." + key.name(),
                        isSet && key.type() != type.value(),
                        "is set, but " + type.property() + " is " + word(type.value()),
                        "Remove it, or set auth.type to " + word(key.type()) + ".");
            }
        }
    }

    /**
     * Rejects credentials that would be sent unencrypted.
     * @param server name of the server
     * @param problem predicate that says what would be sent
     * @param endpoint endpoint of the server
     * @throws McpConfigurationException if its URL is neither https nor on this machine
     * @see "fault H25"
     */
    public static void refuseCleartext(String server, String problem, McpHttpSettings endpoint) {
        if (!Loopback.isSafe(endpoint.url())) {
            throw new McpConfigurationException(
                    server,
                    "mcp.servers." + server + ".url",
                    problem + ", which would be sent unencrypted",
                    "Use https, or set mcp.servers." + server + ".auth.allow-cleartext=true.");
        }
    }

    private static AuthSettings.Scheme scheme(Layer layer, Value<Type> type, McpHttpSettings endpoint) {
        return switch (type.value()) {
            case NONE -> new AuthSettings.None();
            case BEARER -> simple(layer, McpSchemes.bearer(token(layer, type)), endpoint);
            case BASIC -> simple(layer, basic(layer), endpoint);
            case API_KEY -> simple(layer, McpSchemes.apiKey(header(layer), key(layer, type)), endpoint);
            case OAUTH2 -> {
                if (endpoint.socket() != null) {
                    throw type.invalid(
                            "is oauth2, but the url is a Unix domain socket, which no authorization server knows",
                            "Remove it, or use another type of credentials.");
                }
                refuseHeader(layer, HttpHeaders.AUTHORIZATION, endpoint);
                yield OAuthMapper.map(layer);
            }
        };
    }

    private static McpCredentials basic(Layer layer) {
        String username = username(layer);
        return McpSchemes.basic(() -> username, password(layer));
    }

    private static AuthSettings.Simple simple(Layer layer, McpCredentials credentials, McpHttpSettings endpoint) {
        String header = McpSchemes.headerOf(credentials);
        if (header != null) {
            refuseHeader(layer, header, endpoint);
        }
        refuseHeader(layer, HttpHeaders.AUTHORIZATION, endpoint);
        return new AuthSettings.Simple(credentials);
    }

    /**
     * Rejects duplicate headers.
     * @see "fault H31"
     */
    static void refuseHeader(Layer layer, String header, McpHttpSettings endpoint) {
        if (endpoint.headers().containsKey(header)) {
            String own = "mcp.servers." + layer.name() + ".headers.";
            boolean isOwn = has(layer.server().headers(), header);
            throw new McpConfigurationException(
                    layer.name(),
                    (isOwn ? own : "mcp.defaults.headers.") + header,
                    "is set together with mcp.servers." + layer.name() + ".auth",
                    "Keep one of the two.");
        }
    }

    /**
     * Returns whether there is a header.
     * @param headers headers by name
     * @param name name, whose case has no effect
     * @return whether one of them has the name
     */
    public static boolean has(Map<String, String> headers, String name) {
        return headers.keySet().stream().anyMatch(name::equalsIgnoreCase);
    }

    private static Supplier<String> token(Layer layer, Value<Type> type) {
        Value<String> configured = text(layer, "token", AuthProperties::token);
        if (configured != null) {
            configured.check(
                    token -> !token.regionMatches(true, 0, BEARER, 0, BEARER.length()),
                    "begins with \"Bearer\", which the client adds itself",
                    "Give the token alone.");
        }
        return fit(
                layer,
                "token",
                required(layer, type, "token", AuthProperties::token, AuthProperties::tokenFile),
                HttpHeaders.AUTHORIZATION);
    }

    private static Supplier<String> key(Layer layer, Value<Type> type) {
        return fit(
                layer,
                "key",
                required(layer, type, "key", AuthProperties::key, AuthProperties::keyFile),
                header(layer));
    }

    /** Values in the configuration are validated as header values at once; values in a file when it is read. */
    private static Supplier<String> fit(Layer layer, String key, Supplier<String> secret, String header) {
        if (secret instanceof CredentialFile) {
            return () -> fitting(layer, key, secret.get(), header);
        }
        String value = fitting(layer, key, secret.get(), header);
        return () -> value;
    }

    private static String fitting(Layer layer, String key, String secret, String header) {
        String value = secret.strip();
        try {
            HeaderSyntax.check(header, value);
            return value;
        } catch (IllegalArgumentException ex) {
            throw new McpConfigurationException(
                    layer.name(),
                    AuthKey.property(layer, key),
                    "is not a valid header value: " + ex.getMessage(),
                    "Correct the value.");
        }
    }

    private static String username(Layer layer) {
        Value<String> username = text(layer, "username", AuthProperties::username);
        if (username == null) {
            throw missing(layer, "username", "basic");
        }
        return username.check(
                        name -> name.indexOf(':') < 0 && name.chars().noneMatch(Character::isISOControl),
                        "contains a colon or a control character",
                        "Use another name: Basic authentication cannot encode this one.")
                .value();
    }

    private static Supplier<String> password(Layer layer) {
        Supplier<String> password =
                Secret.find(layer, "password", AuthProperties::password, AuthProperties::passwordFile);
        if (password == null) {
            throw missing(layer, "password", "basic");
        }
        return password;
    }

    private static String header(Layer layer) {
        Value<String> header = text(layer, "header", AuthProperties::header);
        if (header == null) {
            return DEFAULT_HEADER;
        }
        return header.check(
                        text -> HeaderSyntax.isName(text)
                                && !ReservedHeaders.contains(text)
                                && !HttpHeaders.COOKIE.equalsIgnoreCase(text),
                        "is not a header that can contain a key",
                        "Use a header that is not reserved, such as X-API-Key.")
                .value();
    }

    private static Supplier<String> required(
            Layer layer,
            Value<Type> type,
            String key,
            Function<AuthProperties, @Nullable String> value,
            Function<AuthProperties, @Nullable String> file) {
        Supplier<String> secret = Secret.find(layer, key, value, file);
        if (secret == null) {
            throw missing(layer, key, word(type.value()));
        }
        return secret;
    }

    private static McpConfigurationException missing(Layer layer, String key, String type) {
        return new McpConfigurationException(
                layer.name(),
                layer.property("auth." + key),
                "is missing, while auth.type is " + type,
                (key.equals("username") ? "Set it." : "Set it, or " + key + "-file."));
    }

    /** An empty value, such as that of a placeholder with an empty default, counts as not set. */
    static @Nullable Value<String> text(Layer layer, String key, Function<AuthProperties, @Nullable String> getter) {
        return layer.find("auth." + key, settings -> {
            String text = getter.apply(settings.auth());
            return StringUtils.hasText(text) ? text.trim() : null;
        });
    }

    /**
     * Returns a constant as it is written in properties.
     * @param value constant
     * @return its name in lower case, with dashes
     */
    public static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
