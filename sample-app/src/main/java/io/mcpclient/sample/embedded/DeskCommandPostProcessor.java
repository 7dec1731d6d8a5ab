package io.mcpclient.sample.embedded;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.system.ApplicationHome;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.Profiles;
import org.springframework.util.ClassUtils;

/**
 * Sets the command of the server {@code desk}: the running Java, with the running jar or class path. Other property sources
 * take precedence.
 */
final class DeskCommandPostProcessor implements EnvironmentPostProcessor {

    private static final String PREFIX = "mcp.servers.desk.";

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        boolean wanted = environment.acceptsProfiles(Profiles.of("!bare"))
                && environment.getProperty(PREFIX + "command") == null;
        if (wanted) {
            environment.getPropertySources().addLast(new MapPropertySource("deskCommand", properties()));
        }
    }

    private static Map<String, Object> properties() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(
                PREFIX + "command",
                Path.of(System.getProperty("java.home"), "bin", "java").toString());
        List<String> args = args();
        for (int i = 0; i < args.size(); i++) {
            properties.put(PREFIX + "args[" + i + "]", args.get(i));
        }
        return properties;
    }

    /** Options for a small and fast JVM, and a logging provider without output, because logs must not reach these streams. */
    private static List<String> args() {
        List<String> args = new ArrayList<>(List.of(
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-Dslf4j.provider=org.slf4j.helpers.NOP_FallbackServiceProvider",
                "-Dslf4j.internal.verbosity=WARN"));
        File jar = new ApplicationHome(DeskServer.class).getSource();
        boolean packaged = ClassUtils.isPresent(
                "org.springframework.boot.loader.launch.JarLauncher", DeskServer.class.getClassLoader());
        if (packaged && jar != null) {
            args.addAll(List.of("-jar", jar.getPath(), DeskServer.ARGUMENT));
        } else {
            args.addAll(List.of("-cp", System.getProperty("java.class.path"), DeskServer.class.getName()));
        }
        return args;
    }
}
