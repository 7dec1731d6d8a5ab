package io.mcpclient.autoconfigure;

import java.beans.PropertyEditorSupport;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PlaceholdersResolver;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import io.mcpclient.autoconfigure.McpProperties.Server;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.internal.support.SafeText;

/**
 * Binds the settings of a server that are given at run time. Values are final: they may come from users of the application, who
 * must not read its environment, so neither the binder nor a property editor resolves placeholders. Credentials that are meant
 * for the configured servers do not apply.
 */
final class ServerBinder {

    private static final String PREFIX = "server.";

    private ServerBinder() {}

    static Server bind(String name, Map<String, ?> properties) {
        Map<String, Object> keys = new LinkedHashMap<>();
        properties.forEach((key, value) -> keys.put(PREFIX + key, value));
        Binder binder = new Binder(
                List.of(new MapConfigurationPropertySource(keys)),
                PlaceholdersResolver.NONE,
                null,
                registry -> registry.registerCustomEditor(Path.class, new PathAsGiven()));
        try {
            Server server = binder.bind(
                            "server", Bindable.of(Server.class), new NoUnboundElementsBindHandler(BindHandler.DEFAULT))
                    .orElseGet(Server::new);
            if (server.getInheritCredentials() == null) {
                server.setInheritCredentials(false);
            }
            return server;
        } catch (BindException ex) {
            throw invalid(name, ex);
        }
    }

    /** Spring's own editor resolves system properties and environment variables, and locations such as classpath:. */
    private static final class PathAsGiven extends PropertyEditorSupport {

        @Override
        public void setAsText(String text) {
            try {
                setValue(Path.of(text));
            } catch (InvalidPathException ex) {
                throw new IllegalArgumentException("not a path", ex);
            }
        }
    }

    /** The exception of the binder names the key under another prefix, and quotes the value. */
    private static McpConfigurationException invalid(String name, BindException ex) {
        String key = unbound(ex);
        boolean isUnknown = key != null;
        String property = (key != null) ? key : String.valueOf(ex.getName());
        String suffix = property.startsWith(PREFIX) ? property.substring(PREFIX.length()) : "";
        return new McpConfigurationException(
                name,
                "mcp.servers." + SafeText.excerpt(name) + (suffix.isEmpty() ? "" : "." + SafeText.excerpt(suffix)),
                isUnknown ? "is not a setting of a server" : "has a value of the wrong type",
                isUnknown ? "Correct the name of the key, or remove it." : "Correct the value.");
    }

    private static @Nullable String unbound(BindException ex) {
        return (ex.getCause() instanceof UnboundConfigurationPropertiesException unknown)
                ? unknown.getUnboundProperties().stream()
                        .map(property -> property.getName().toString())
                        .sorted()
                        .findFirst()
                        .orElse(null)
                : null;
    }
}
