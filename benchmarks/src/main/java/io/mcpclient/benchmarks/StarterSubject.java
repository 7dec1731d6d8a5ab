package io.mcpclient.benchmarks;

import java.net.URI;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;

/**
 * The reactive client that an application gets as a bean from the starter, with Actuator and a Prometheus registry, and default
 * settings: every call is measured, and nothing is traced, because {@code application.properties} excludes the tracer.
 */
final class StarterSubject implements Subject.Reactive {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    private final ConfigurableApplicationContext context;
    private final McpClient client;
    private final Workload workload;

    private StarterSubject(ConfigurableApplicationContext context, Workload workload) {
        this.context = context;
        this.client = context.getBean(McpClient.class);
        this.workload = workload;
        if (workload.operation() == Operation.TYPED) {
            this.client.listTools();
        }
    }

    static StarterSubject connect(URI server, Workload workload) {
        return new StarterSubject(start(server), workload);
    }

    /** The same with an OpenTelemetry tracer: every span is recorded and dropped when it ends. */
    static StarterSubject connectTraced(URI server, Workload workload) {
        return new StarterSubject(
                start(server, "--spring.autoconfigure.exclude=", "--management.tracing.sampling.probability=1"),
                workload);
    }

    /** The revision is that of the other clients: the stub supports both, and detection would choose the newer one. */
    private static ConfigurableApplicationContext start(URI server, String... arguments) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .properties("mcp.servers.bench.url=" + server, "mcp.servers.bench.protocol=legacy")
                .run(arguments);
    }

    @Override
    public Mono<?> call() {
        return OursReactiveSubject.call(this.client, this.workload);
    }

    @Override
    public void close() {
        this.context.close();
    }
}
