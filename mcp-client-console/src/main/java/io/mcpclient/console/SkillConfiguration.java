package io.mcpclient.console;

import java.util.Map;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

import io.mcpclient.McpClients;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.console.internal.skill.SkillArea;
import io.mcpclient.console.internal.web.OptionalArea;
import io.mcpclient.skills.McpSkillRegistry;
import io.mcpclient.spring.McpSkillsChangedEvent;

/** Skills of servers, if they are enabled. The condition on the module is on a nested class: without the property, none of it is loaded. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("mcp.extensions.skills.enabled")
class SkillConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(McpSkillRegistry.class)
    static class Enabled {

        @Bean
        SkillArea mcpConsoleSkillArea(McpSkillRegistry registry, McpClients clients) {
            return new SkillArea(registry, clients);
        }

        @Bean
        OptionalArea mcpConsoleSkills() {
            return new OptionalArea("skills");
        }

        @Bean
        SkillWatch mcpConsoleSkillWatch(EventStreams mcpConsoleEventStreams) {
            return new SkillWatch(mcpConsoleEventStreams);
        }
    }

    /** Tells open pages that skills have changed. */
    static final class SkillWatch {

        private final EventStreams streams;

        SkillWatch(EventStreams streams) {
            this.streams = streams;
        }

        @EventListener
        void on(McpSkillsChangedEvent event) {
            this.streams.publish("skills", null, Map::of);
        }
    }
}
