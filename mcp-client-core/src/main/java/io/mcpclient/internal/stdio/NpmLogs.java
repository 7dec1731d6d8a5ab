package io.mcpclient.internal.stdio;

import java.io.File;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The folder in which npm describes why it could not install a package: {@code npx} itself writes nothing then.
 *
 * @see "fault E02"
 */
final class NpmLogs {

    private static final Pattern NPM = Pattern.compile("(.*[/\\\\])?(npx|npm)(\\.(cmd|exe|ps1))?");

    private static final String LOGS = "_logs";

    private NpmLogs() {}

    /**
     * Returns the folder of the logs, as configured by arguments or variables, or else npm's default.
     * @param command the command
     * @param args its arguments
     * @param environment all variables of the process
     * @return the folder, {@code null} if the command is not npm, also not by way of a shell
     */
    static @Nullable String folder(String command, List<String> args, Map<String, String> environment) {
        boolean isNpm = Stream.concat(Stream.of(command), args.stream().limit(3))
                .flatMap(word -> Stream.of(word.strip().split("\\s+", 2)[0]))
                .anyMatch(word -> NPM.matcher(word.toLowerCase(Locale.ROOT)).matches());
        if (!isNpm) {
            return null;
        }
        String logs = configured("logs-dir", args, environment);
        if (logs != null) {
            return logs;
        }
        String cache = configured("cache", args, environment);
        if (cache == null) {
            cache = (File.separatorChar == '\\') ? "%LocalAppData%\\npm-cache" : "~/.npm";
        }
        return cache + File.separatorChar + LOGS;
    }

    /** An argument takes precedence over a variable, whose name has underscores and any case. */
    private static @Nullable String configured(String name, List<String> args, Map<String, String> environment) {
        String flag = "--" + name;
        for (int i = 0; i < args.size(); i++) {
            if (args.get(i).startsWith(flag + "=")) {
                return args.get(i).substring(flag.length() + 1);
            }
            if (args.get(i).equals(flag) && i + 1 < args.size()) {
                return args.get(i + 1);
            }
        }
        String variable = "npm_config_" + name.replace('-', '_');
        return environment.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(variable)
                        && !entry.getValue().isBlank())
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }
}
