package io.mcpclient.sample.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.Profiles;

/**
 * Replaces {@code server.port=0}, any free port, by a port that is free now: the URLs of the embedded servers contain the port,
 * so it must be known before the web server opens it. The same applies to the port of the authorization server.
 */
final class KnownPortPostProcessor implements EnvironmentPostProcessor {

    private static final List<String> PROPERTIES = List.of("server.port", "sample.authorization-server.port");

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (environment.acceptsProfiles(Profiles.of("!bare"))) {
            Map<String, Object> known = new LinkedHashMap<>();
            PROPERTIES.stream()
                    .filter(property -> "0".equals(environment.getProperty(property)))
                    .forEach(property -> known.put(property, freePort()));
            environment.getPropertySources().addFirst(new MapPropertySource("knownPort", known));
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
