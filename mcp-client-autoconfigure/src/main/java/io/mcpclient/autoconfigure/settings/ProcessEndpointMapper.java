package io.mcpclient.autoconfigure.settings;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

import io.mcpclient.autoconfigure.properties.ServerProperties;
import io.mcpclient.autoconfigure.properties.ServerProperties.Transport;
import io.mcpclient.autoconfigure.settings.Layer.Value;
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
        Map<String, String> env = env(layer);
        try {
            return new McpProcessSettings(
                    command(layer),
                    args(layer),
                    env,
                    layer.get("inherit-env", ServerProperties::inheritEnv, McpProcessSettings.DEFAULT_INHERIT_ENV)
                            .value(),
                    workingDirectory(layer),
                    layer.get("stderr", ServerProperties::stderr, McpStderrMode.LOG)
                            .value());
        } catch (McpConfigurationException ex) {
            throw ex.at(layer.name(), layer.property(ex.property()));
        }
    }

    /** Settings of all servers may be meant for other servers; settings of this server are deliberate. */
    private static void refuseHttp(Layer layer) {
        ServerProperties server = layer.server();
        String problem = (layer.planned() != null)
                ? "is set for a server that runs as a process"
                : "is set together with " + layer.property("command");
        layer.refuse("url", StringUtils.hasText(server.url()), problem, "Keep one of the two.");
        Transport transport = server.transport();
        layer.refuse(
                "transport",
                transport != null && transport != Transport.AUTO && transport != Transport.STDIO,
                problem,
                REMEDY);
        layer.refuse("headers", !server.headers().isEmpty(), problem, REMEDY);
        layer.refuse("cookies-enabled", server.cookiesEnabled() != null, problem, REMEDY);
        layer.refuse("http2-enabled", server.http2Enabled() != null, problem, REMEDY);
        layer.refuse("public-addresses-only", server.publicAddressesOnly() != null, problem, REMEDY);
        layer.refuse("ssl.bundle", server.ssl().bundle() != null, problem, REMEDY);
        layer.refuse("proxy.type", server.proxy().type() != null, problem, REMEDY);
        layer.refuse("proxy.host", server.proxy().host() != null, problem, REMEDY);
        layer.refuse("proxy.port", server.proxy().port() != null, problem, REMEDY);
        layer.refuse("proxy.username", server.proxy().username() != null, problem, REMEDY);
        layer.refuse("proxy.password", server.proxy().password() != null, problem, REMEDY);
    }

    private static String command(Layer layer) {
        return (layer.planned() instanceof McpProcessSettings planned)
                ? planned.command()
                : String.valueOf(layer.server().command()).trim();
    }

    private static List<String> args(Layer layer) {
        if (layer.planned() instanceof McpProcessSettings planned) {
            return planned.args();
        }
        List<String> args = layer.server().args();
        return (args != null) ? args : List.of();
    }

    private static Map<String, String> env(Layer layer) {
        NamedValues.refuseLists(layer, "env", ServerProperties::env, "variable", "API_KEY");
        Map<String, String> env = new LinkedHashMap<>(layer.defaults("env").env());
        if (layer.planned() instanceof McpProcessSettings planned) {
            env.putAll(planned.env());
        }
        env.putAll(layer.server().env());
        return env;
    }

    private static @Nullable Path workingDirectory(Layer layer) {
        Value<Path> directory = layer.find("working-directory", ServerProperties::workingDirectory);
        return (directory != null && !directory.value().toString().isEmpty()) ? directory.value() : null;
    }
}
