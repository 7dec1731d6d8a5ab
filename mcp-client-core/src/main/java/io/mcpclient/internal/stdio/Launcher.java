package io.mcpclient.internal.stdio;

import java.io.File;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

import io.mcpclient.settings.StderrMode;

/**
 * Starts processes that inherit only the environment variables named in the settings.
 *
 * @see "faults E21, E22"
 */
final class Launcher {

    private static final Pattern PATH_SEPARATOR = Pattern.compile(Pattern.quote(File.pathSeparator));

    private Launcher() {}

    /** Returns all variables of the child, including the mark. */
    static Map<String, String> environment(StdioTransportSettings settings, ProcessMark mark) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (String name : settings.inheritEnv()) {
            String value = System.getenv(name);
            if (value != null) {
                environment.put(name, value);
            }
        }
        environment.putAll(settings.env());
        mark.addTo(environment);
        return environment;
    }

    static Process start(StdioTransportSettings settings, Map<String, String> environment)
            throws IOException, UnsafeCommandException {
        ProcessBuilder builder = new ProcessBuilder(CommandLine.of(
                System.getProperty("os.name", ""), settings.command(), settings.args(), Launcher::isOnPath));
        builder.environment().clear();
        builder.environment().putAll(environment);
        if (settings.workingDirectory() != null) {
            builder.directory(settings.workingDirectory().toFile());
        }
        if (settings.stderr() == StderrMode.DISCARD) {
            builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        }
        return builder.start();
    }

    private static boolean isOnPath(String name) {
        String directories = System.getenv().getOrDefault("PATH", "");
        return new File(name).isFile()
                || PATH_SEPARATOR.splitAsStream(directories).anyMatch(directory -> new File(directory, name).isFile());
    }
}
