package io.mcpclient.autoconfigure.properties;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;

/**
 * Environment variables that are meant for servers and are not written as documented. Spring Boot finds some of them nevertheless.
 * Unlike an unknown property of a file, an unknown variable does not fail the start, because an environment has variables of other
 * programs.
 */
public final class MisspeltVariables {

    private static final Logger logger = Loggers.CONFIGURATION;

    private static final String SERVERS = "MCP_SERVERS_";

    private static final String DEFAULTS = "MCP_DEFAULTS_";

    /**
     * Ends of the variables that Kubernetes sets in all containers for a service, such as MCP_SERVERS_FILES_SERVICE_HOST for one with
     * the name mcp-servers-files.
     */
    private static final Pattern OF_KUBERNETES = Pattern.compile(
            "_(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT(?:_\\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?)$");

    private MisspeltVariables() {}

    /**
     * Logs them.
     * @param environment has the variables
     * @param servers names of the configured servers
     */
    public static void log(Environment environment, Collection<String> servers) {
        Map<String, String> unused = new TreeMap<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource variables) {
                String prefix = EnvironmentNames.prefix(source);
                Arrays.stream(variables.getPropertyNames())
                        .filter(variable ->
                                variable.startsWith(prefix + SERVERS) || variable.startsWith(prefix + DEFAULTS))
                        .map(variable -> variable.substring(prefix.length()))
                        .filter(variable -> isMisspelt(variable, servers, source))
                        .forEach(variable -> unused.put(prefix + variable, suggestion(prefix, meant(variable))));
            }
        }
        unused.forEach((variable, suggestion) -> logger.warn(
                "The environment variable {} may have no effect: it is not the name of a setting of a server.{} The words of a name are not separated,"
                        + " as in MCP_SERVERS_MYSERVER_REQUESTTIMEOUT for request-timeout of my-server.",
                SafeText.excerpt(variable),
                suggestion));
    }

    private static String suggestion(String prefix, @Nullable String meant) {
        return (meant != null) ? " Did you mean " + prefix + meant + "?" : "";
    }

    private static boolean isMisspelt(String variable, Collection<String> servers, ConfigurationPropertySource source) {
        String meant = meant(variable);
        boolean isMeant = meant != null
                || (isOfGroup(variable, servers)
                        && !OF_KUBERNETES.matcher(variable).find());
        return isMeant && !variable.equals(meant) && !isUsed(variable, servers, source);
    }

    /** Returns the name of the variable for a setting whose words are separated, {@code null} for none. */
    private static @Nullable String meant(String variable) {
        if (variable.startsWith(DEFAULTS)) {
            String key = KnownProperties.variable(words(variable, DEFAULTS));
            return (key != null) ? DEFAULTS + key : null;
        }
        List<String> words = words(variable, SERVERS);
        for (int server = 1; server < words.size(); server++) {
            String key = KnownProperties.variable(words.subList(server, words.size()));
            if (key != null) {
                return SERVERS + String.join("", words.subList(0, server)) + "_" + key;
            }
        }
        return null;
    }

    private static boolean isOfGroup(String variable, Collection<String> servers) {
        return variable.startsWith(DEFAULTS)
                || servers.stream()
                        .map(server ->
                                SERVERS + EnvironmentNames.squeezed(server).toUpperCase(Locale.ROOT) + "_")
                        .anyMatch(variable::startsWith);
    }

    private static List<String> words(String variable, String prefix) {
        return List.of(variable.substring(prefix.length()).split("_"));
    }

    /** The binder also finds the name of a property whose dashes are written as underscores, if it asks for that property. */
    private static boolean isUsed(String variable, Collection<String> servers, ConfigurationPropertySource source) {
        if (variable.startsWith(DEFAULTS)) {
            return isKey(variable, DEFAULTS, "mcp.defaults", source);
        }
        return servers.stream()
                .filter(server -> ConfigurationPropertyName.isValid("mcp.servers." + server))
                .anyMatch(server -> isKey(
                        variable,
                        SERVERS + server.replace('-', '_').toUpperCase(Locale.ROOT) + "_",
                        "mcp.servers." + server,
                        source));
    }

    private static boolean isKey(String variable, String prefix, String group, ConfigurationPropertySource source) {
        if (!variable.startsWith(prefix)) {
            return false;
        }
        String key =
                variable.substring(prefix.length()).toLowerCase(Locale.ROOT).replace('_', '-');
        ConfigurationPropertyName name =
                ConfigurationPropertyName.of(group).append(ConfigurationPropertyName.adapt(key, '.'));
        return KnownProperties.isOfServer(key) && source.getConfigurationProperty(name) != null;
    }
}
