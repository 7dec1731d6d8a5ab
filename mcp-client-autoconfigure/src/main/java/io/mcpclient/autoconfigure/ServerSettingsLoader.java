package io.mcpclient.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.env.Environment;

import io.mcpclient.autoconfigure.beans.ConnectionDetailsBeans;
import io.mcpclient.autoconfigure.beans.ServerBeans;
import io.mcpclient.autoconfigure.properties.EnvironmentNames;
import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.autoconfigure.properties.ServerProperties;
import io.mcpclient.autoconfigure.settings.ApplicationHttpSettings;
import io.mcpclient.autoconfigure.settings.Placeholders;
import io.mcpclient.autoconfigure.settings.ServerPolicy;
import io.mcpclient.autoconfigure.settings.ServerSettings;
import io.mcpclient.autoconfigure.settings.ServerSettingsMapper;
import io.mcpclient.spring.McpConnectionDetails;
import io.mcpclient.spring.McpServerPolicy;

/**
 * Validates the properties of all servers, together with connection details, and checks them against the policy.
 *
 * @param environment resolves placeholders
 * @param beanFactory has the beans that name servers
 */
record ServerSettingsLoader(Environment environment, ListableBeanFactory beanFactory) {

    /**
     * Valid servers.
     *
     * @param mapper maps servers that are added later
     * @param servers properties of all servers by name, with those that only connection details name
     * @param settings settings of all enabled servers by name
     */
    record Loaded(
            ServerSettingsMapper mapper, Map<String, ServerProperties> servers, Map<String, ServerSettings> settings) {}

    /** Returns the policy for servers. */
    ServerPolicy policy(McpProperties properties) {
        ServerBeans beans = new ServerBeans(this.beanFactory);
        return new ServerPolicy(properties.policy(), () -> beans.all(McpServerPolicy.class));
    }

    Loaded load(McpProperties properties) {
        Map<String, ServerProperties> servers = new LinkedHashMap<>(properties.servers());
        ConnectionDetailsBeans detailsBeans = new ConnectionDetailsBeans(this.beanFactory);
        detailsBeans.annotatedServers().forEach(name -> servers.putIfAbsent(name, ServerProperties.NONE));
        Map<String, McpConnectionDetails> details = detailsBeans.byServer(servers.keySet());
        ServerSettingsMapper mapper = ServerSettingsMapper.of(properties, application(properties));
        new Placeholders(this.environment)
                .requireResolved(
                        name -> {
                            ServerProperties server = servers.get(EnvironmentNames.configured(name, servers.keySet()));
                            return server != null && mapper.isEnabled(name, server);
                        },
                        name -> details.containsKey(EnvironmentNames.configured(name, servers.keySet())));
        new ServerBeans(this.beanFactory).requireKnown(new TreeSet<>(servers.keySet()));
        Map<String, ServerSettings> settings = mapper.map(servers, details);
        settings.values().forEach(policy(properties)::check);
        return new Loaded(mapper, servers, settings);
    }

    private ServerProperties application(McpProperties properties) {
        return properties.http().useApplicationBuilder()
                ? new ApplicationHttpSettings(this.environment).besides(properties.defaults())
                : ServerProperties.NONE;
    }
}
