package io.mcpclient.autoconfigure;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.autoconfigure.Layer.Value;
import io.mcpclient.autoconfigure.McpProperties.Server;
import io.mcpclient.autoconfigure.McpProperties.ServerDefaults;
import io.mcpclient.autoconfigure.McpProperties.Transport;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.settings.McpProcessSettings;
import io.mcpclient.settings.McpStderrMode;

/**
 * Maps the settings of a server with a command. Whether the command and its directory exist is checked when it is started: if
 * not, the server is unavailable.
 *
 * @see "faults E21, E22"
 */
final class ProcessEndpointMapper {

    private static final String REMEDY = "Remove it, or use url instead of command.";

    private ProcessEndpointMapper() {}

    static McpProcessSettings map(Layer layer) {
        refuseHttp(layer);
        try {
            return new McpProcessSettings(
                    String.valueOf(layer.server().getCommand()).trim(),
                    args(layer),
                    env(layer),
                    layer.get("inherit-env", ServerDefaults::getInheritEnv, McpProcessSettings.DEFAULT_INHERIT_ENV)
                            .value(),
                    workingDirectory(layer),
                    layer.get("stderr", ServerDefaults::getStderr, McpStderrMode.LOG)
                            .value());
        } catch (McpConfigurationException ex) {
            throw ex.at(layer.name(), layer.property(ex.property()));
        }
    }

    /** Settings of all servers may be meant for other servers; settings of this server are deliberate. */
    private static void refuseHttp(Layer layer) {
        Server server = layer.server();
        String problem = "is set together with " + layer.property("command");
        layer.refuse("url", server.getUrl() != null, problem, "Keep one of the two.");
        Transport transport = server.getTransport();
        layer.refuse(
                "transport",
                transport != null && transport != Transport.AUTO && transport != Transport.STDIO,
                problem,
                REMEDY);
        layer.refuse("headers", !server.getHeaders().isEmpty(), problem, REMEDY);
        layer.refuse("cookies-enabled", server.getCookiesEnabled() != null, problem, REMEDY);
        layer.refuse("http2-enabled", server.getHttp2Enabled() != null, problem, REMEDY);
        layer.refuse("public-addresses-only", server.getPublicAddressesOnly() != null, problem, REMEDY);
        layer.refuse("ssl.bundle", server.getSsl().bundle() != null, problem, REMEDY);
        layer.refuse("proxy.type", server.getProxy().type() != null, problem, REMEDY);
        layer.refuse("proxy.host", server.getProxy().host() != null, problem, REMEDY);
        layer.refuse("proxy.port", server.getProxy().port() != null, problem, REMEDY);
        layer.refuse("proxy.username", server.getProxy().username() != null, problem, REMEDY);
        layer.refuse("proxy.password", server.getProxy().password() != null, problem, REMEDY);
    }

    private static List<String> args(Layer layer) {
        List<String> args = layer.server().getArgs();
        return (args != null) ? args : List.of();
    }

    private static Map<String, String> env(Layer layer) {
        Map<String, String> env = new LinkedHashMap<>(layer.defaults("env").getEnv());
        env.putAll(layer.server().getEnv());
        return env;
    }

    private static @Nullable Path workingDirectory(Layer layer) {
        Value<Path> directory = layer.find("working-directory", ServerDefaults::getWorkingDirectory);
        return (directory != null && !directory.value().toString().isEmpty()) ? directory.value() : null;
    }
}
