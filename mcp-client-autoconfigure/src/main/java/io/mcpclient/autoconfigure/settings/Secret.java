package io.mcpclient.autoconfigure.settings;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

import io.mcpclient.auth.CredentialFile;
import io.mcpclient.autoconfigure.properties.AuthProperties;
import io.mcpclient.error.McpConfigurationException;

/**
 * Finds a secret in the configuration or in a file. Settings of the server take precedence over those of all servers, in
 * either form.
 */
final class Secret {

    private Secret() {}

    /**
     * Returns a supplier that provides the secret each time that it is needed.
     * @param key name of the property after {@code auth.}; the property of the file has the suffix {@code -file}
     * @return the supplier, or {@code null} if neither is set
     */
    static @Nullable Supplier<String> find(
            Layer layer,
            String key,
            Function<AuthProperties, @Nullable String> value,
            Function<AuthProperties, @Nullable String> file) {
        Supplier<String> own =
                find(layer, layer.property("auth." + key), layer.server().auth(), value, file);
        return (own != null)
                ? own
                : find(
                        layer,
                        "mcp.defaults.auth." + key,
                        layer.defaults("auth." + key).auth(),
                        value,
                        file);
    }

    private static @Nullable Supplier<String> find(
            Layer layer,
            String property,
            AuthProperties auth,
            Function<AuthProperties, @Nullable String> value,
            Function<AuthProperties, @Nullable String> file) {
        String text = value.apply(auth);
        String path = file.apply(auth);
        boolean given = StringUtils.hasText(text);
        if (!StringUtils.hasText(path)) {
            return given ? () -> text : null;
        }
        if (given) {
            throw new McpConfigurationException(
                    layer.name(), property, "is set together with " + property + "-file", "Keep one of the two.");
        }
        try {
            return CredentialFile.of(Path.of(path.trim()));
        } catch (InvalidPathException ex) {
            throw new McpConfigurationException(
                    layer.name(), property + "-file", "is not a file path", "Correct the path.");
        }
    }
}
