package io.mcpclient.autoconfigure;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.slf4j.Logger;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.Resource;
import org.springframework.util.DigestUtils;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.autoconfigure.files.ConfigFile;
import io.mcpclient.autoconfigure.files.McpServersFiles;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.spring.McpServers;
import io.mcpclient.support.Loggers;

/**
 * Reloads the servers when a file of {@code mcp.config-locations} changes. It compares contents every two seconds, which works
 * for mounted volumes and symbolic links, too. A file that is not valid changes nothing.
 */
final class ConfigWatch implements SmartLifecycle {

    private static final Logger logger = Loggers.CONFIGURATION;

    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final McpServers servers;

    private final ConfigurableEnvironment environment;

    private final Duration interval;

    private Map<String, String> seen = Map.of();

    /** Whether the last comparison failed, which is logged once. */
    private volatile boolean failing;

    private volatile Disposable running = Disposables.disposed();

    ConfigWatch(McpServers servers, ConfigurableEnvironment environment) {
        this(servers, environment, INTERVAL);
    }

    ConfigWatch(McpServers servers, ConfigurableEnvironment environment, Duration interval) {
        this.servers = servers;
        this.environment = environment;
        this.interval = interval;
    }

    @Override
    public int getPhase() {
        return McpClientLifecycle.PHASE + 1;
    }

    @Override
    public void start() {
        this.seen = digests();
        this.running = Flux.interval(this.interval, Schedulers.boundedElastic())
                .onBackpressureDrop()
                .subscribe(tick -> compare());
    }

    /** Catches everything: an exception or an error would end the watch. */
    private void compare() {
        try {
            Map<String, String> present = digests();
            if (!present.equals(this.seen)) {
                this.seen = present;
                reload();
            }
            this.failing = false;
        } catch (Throwable ex) {
            if (!this.failing) {
                logger.warn(
                        "The servers could not be reloaded from mcp.config-locations; they are compared again when a file changes",
                        ex);
            }
            this.failing = true;
        }
    }

    private void reload() {
        try {
            McpServers.Changes changes = this.servers.reload();
            logger.info(
                    "A file of mcp.config-locations has changed: added {}, replaced {}, removed {}",
                    changes.added(),
                    changes.replaced(),
                    changes.removed());
        } catch (McpConfigurationException ex) {
            logger.warn(
                    "A file of mcp.config-locations has changed and is not valid, nothing is changed. {}",
                    ex.getMessage());
        }
    }

    private Map<String, String> digests() {
        List<Resource> resources = McpServersFiles.resources(this.environment);
        Map<String, String> digests = new TreeMap<>();
        for (Resource resource : resources) {
            try {
                digests.put(resource.getDescription(), DigestUtils.md5DigestAsHex(ConfigFile.bytes(resource)));
            } catch (IOException ex) {
                digests.put(resource.getDescription(), ""); // is being written, or cannot be read
            }
        }
        return digests;
    }

    /** Returns whether the last comparison failed. */
    boolean isFailing() {
        return this.failing;
    }

    @Override
    public void stop() {
        this.running.dispose();
    }

    @Override
    public boolean isRunning() {
        return !this.running.isDisposed();
    }
}
