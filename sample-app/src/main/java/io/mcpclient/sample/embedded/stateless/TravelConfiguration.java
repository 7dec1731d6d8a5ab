package io.mcpclient.sample.embedded.stateless;

import java.util.Map;

import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

import io.mcpclient.schema.CacheScope;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.McpExtensions;
import io.mcpclient.status.McpEra;
import io.mcpclient.test.McpTestServer;
import io.mcpclient.test.McpTestServlet;

/** The server {@code travel}. Bookings and tasks, which outlive a request, have ids that the client sends. */
@Configuration(proxyBeanMethods = false)
@Profile("!bare")
class TravelConfiguration {

    private static final String INSTRUCTIONS =
            "Search trips first. Booking asks the user twice. Bookings are gone when the application ends.";

    @Bean
    McpTestServer travelServer(ObjectProvider<ObservationRegistry> registry) {
        McpTestServer server = server("travel", "Travel agency", INSTRUCTIONS, registry)
                .cacheFor(Results.LONG, CacheScope.PUBLIC)
                .capabilities(Results.object(
                        "tools",
                        Map.of(),
                        "prompts",
                        Map.of(),
                        "resources",
                        Results.object("subscribe", true, "listChanged", true),
                        "completions",
                        Map.of(),
                        "logging",
                        Map.of(),
                        "extensions",
                        Map.of(McpExtensions.TASKS, Map.of())));
        Bookings bookings = new Bookings();
        SearchTool.define(server);
        PriceTool.define(server);
        new BookingTools(bookings, () -> server.resourcesChanged().resourceChanged(TravelResources.BOOKINGS))
                .define(server);
        PostcardTool.define(server);
        TourTool.define(server);
        TravelPrompts.define(server);
        new TravelResources(bookings).define(server);
        return server;
    }

    @Bean
    ServletRegistrationBean<McpTestServlet> travelServlet(McpTestServer travelServer) {
        return servlet(travelServer);
    }

    @Bean
    Subscriptions travelSubscriptions(McpTestServer travelServer) {
        return new Subscriptions(travelServer);
    }

    static McpTestServer server(
            String name, String title, @Nullable String instructions, ObjectProvider<ObservationRegistry> registry) {
        return McpTestServer.create(name)
                .eras(McpEra.MODERN)
                .info(Implementation.of(name, "0.1.0").withTitle(title), instructions)
                .observations(registry.getIfAvailable(() -> ObservationRegistry.NOOP));
    }

    static ServletRegistrationBean<McpTestServlet> servlet(McpTestServer server) {
        ServletRegistrationBean<McpTestServlet> registration =
                new ServletRegistrationBean<>(new McpTestServlet(server), "/servers/" + server.name() + "/mcp");
        registration.setName(server.name());
        registration.setAsyncSupported(true);
        return registration;
    }
}
