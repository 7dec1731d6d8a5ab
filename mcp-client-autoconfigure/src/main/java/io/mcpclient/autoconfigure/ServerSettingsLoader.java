package io.mcpclient.autoconfigure;

import java.util.Map;
import java.util.TreeSet;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.env.Environment;

import io.mcpclient.spring.McpConnectionDetails;

/**
 * Validates the properties of all servers, together with connection details, and checks them against the policy.
 *
 * @param environment resolves placeholders
 * @param beanFactory has the beans that name servers
 */
record ServerSettingsLoader(Environment environment, ListableBeanFactory beanFactory) {

    /** Returns the policy for servers. */
    ServerPolicy policy(McpProperties properties) {
        return new ServerPolicy(properties.getPolicy(), this.beanFactory);
    }

    /** Returns the settings of all enabled servers, by name. */
    Map<String, ServerSettings> load(McpProperties properties) {
        if (properties.getHttp().isUseApplicationBuilder()) {
            new ApplicationHttpSettings(this.environment).applyTo(properties.getDefaults());
        }
        Map<String, McpProperties.Server> servers = properties.getServers();
        ConnectionDetailsBeans detailsBeans = new ConnectionDetailsBeans(this.beanFactory);
        detailsBeans
                .annotatedServers()
                .forEach(name -> servers.computeIfAbsent(name, added -> new McpProperties.Server()));
        Map<String, McpConnectionDetails> details = detailsBeans.byServer(servers.keySet());
        ServerSettingsMapper mapper = new ServerSettingsMapper(properties.getDefaults());
        new Placeholders(this.environment)
                .requireResolved(
                        name -> {
                            McpProperties.Server server = servers.get(name);
                            return server != null && mapper.isEnabled(name, server);
                        },
                        details::containsKey);
        new ServerBeans(this.beanFactory).requireKnown(new TreeSet<>(servers.keySet()));
        Map<String, ServerSettings> settings = ServerSettingsMapper.map(properties, details);
        settings.values().forEach(policy(properties)::check);
        return settings;
    }
}
