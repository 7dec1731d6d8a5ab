package io.mcpclient.internal.stdio;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import io.mcpclient.settings.McpStderrMode;
import io.mcpclient.text.KnownSecrets;

/**
 * Starts processes that inherit only the environment variables named in the settings.
 *
 * @see "faults E21, E22"
 */
final class Launcher {

    private static final Pattern PATH_SEPARATOR = Pattern.compile(Pattern.quote(File.pathSeparator));

    private Launcher() {}

    /** Returns all variables of the child, including the mark. */
    static Map<String, String> environment(StdioTransportSettings settings, ProcessTree.ProcessMark mark) {
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
        if (settings.stderr() == McpStderrMode.DISCARD) {
            builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        }
        return builder.start();
    }

    private static boolean isOnPath(String name) {
        String directories = System.getenv().getOrDefault("PATH", "");
        return new File(name).isFile()
                || PATH_SEPARATOR.splitAsStream(directories).anyMatch(directory -> new File(directory, name).isFile());
    }

    /**
     * Builds the argument vector that starts a command. On all platforms but Windows this is the command and its arguments
     * unchanged, without a shell.
     *
     * <p>On Windows many commands, such as {@code npx}, are scripts, which only {@code cmd.exe} can run. It parses its arguments by
     * rules of its own, and quoting does not escape them reliably. A script is therefore started only if its arguments contain
     * nothing that {@code cmd.exe} could interpret, and rejected otherwise.
     *
     * @see "fault E22 (CVE-2024-24576 and relatives)"
     */
    static final class CommandLine {

        private static final Pattern SAFE_WORD = Pattern.compile("[\\p{IsAlphabetic}\\p{IsDigit}@/\\\\:._+=,~#-]+");

        /** The JDK quotes phrases with spaces; a backslash before the closing quote would escape the quote. */
        private static final Pattern SAFE_PHRASE = Pattern.compile(
                "[\\p{IsAlphabetic}\\p{IsDigit}@/\\\\:._+=,~# -]*[\\p{IsAlphabetic}\\p{IsDigit}@/:._+=,~# -]");

        private static final List<String> PROGRAM_ENDINGS = List.of(".exe", ".com");

        private static final List<String> SCRIPT_ENDINGS = List.of(".cmd", ".bat");

        private CommandLine() {}

        /**
         * Builds the vector.
         * @param osName value of the system property {@code os.name}
         * @param command the command as configured
         * @param args its arguments as configured
         * @param isOnPath whether a file of this name exists, in the directories of {@code PATH} or at that path
         * @return the vector, for {@link ProcessBuilder}
         * @throws UnsafeCommandException if {@code cmd.exe} might interpret the arguments of a script
         */
        static List<String> of(String osName, String command, List<String> args, Predicate<String> isOnPath)
                throws UnsafeCommandException {
            List<String> vector = new ArrayList<>();
            if (osName.toLowerCase(Locale.ROOT).startsWith("windows") && isScript(command, isOnPath)) {
                checkSafe(command, args);
                vector.addAll(List.of("cmd.exe", "/d", "/c"));
            }
            vector.add(command);
            vector.addAll(args);
            return List.copyOf(vector);
        }

        /** Windows finds programs by itself, so only a name that matches no program can be a script. */
        private static boolean isScript(String command, Predicate<String> isOnPath) {
            String name = command.toLowerCase(Locale.ROOT);
            // Windows ignores dots and spaces at the end of names.
            String bare = name.replaceAll("[. ]+$", "");
            if (SCRIPT_ENDINGS.stream().anyMatch(bare::endsWith)) {
                return true;
            }
            return PROGRAM_ENDINGS.stream().noneMatch(bare::endsWith)
                    && PROGRAM_ENDINGS.stream().noneMatch(ending -> isOnPath.test(command + ending))
                    && SCRIPT_ENDINGS.stream().anyMatch(ending -> isOnPath.test(command + ending));
        }

        private static void checkSafe(String command, List<String> args) throws UnsafeCommandException {
            if (!SAFE_WORD.matcher(command).matches()) {
                throw new UnsafeCommandException(
                        "it is a script, and its path has characters that are special to cmd.exe",
                        "Put its directory into PATH and use its bare name.");
            }
            for (int i = 0; i < args.size(); i++) {
                String arg = args.get(i);
                if (!SAFE_WORD.matcher(arg).matches()
                        && !SAFE_PHRASE.matcher(arg).matches()) {
                    throw new UnsafeCommandException(
                            "it is a script, and argument " + (i + 1) + " has characters that are special to cmd.exe",
                            "Start the program behind the script instead, such as node.exe with the script's target.");
                }
            }
        }
    }

    /** Signals a command that cannot be started safely. Its message shows no arguments. Never leaves the package. */
    static final class UnsafeCommandException extends Exception {

        private final String remedy;

        UnsafeCommandException(String problem, String remedy) {
            super(problem, null, false, false);
            this.remedy = remedy;
        }

        String remedy() {
            return this.remedy;
        }
    }

    /**
     * Finds secrets in the arguments and environment of a process, by the names of variables, flags and assignments within an
     * argument. All other values, such as a package, a path or a log level, help to explain a failure and stay readable.
     *
     * @see "faults E23, I21"
     */
    static final class CommandSecrets {

        private CommandSecrets() {}

        /**
         * Registers the secrets, so that they are masked in all texts of servers.
         * @param args arguments of the command
         * @param environment all variables of the process
         */
        static void remember(List<String> args, Map<String, String> environment) {
            environment.forEach(KnownSecrets::configured);
            String flag = "";
            for (String arg : args) {
                boolean isFlag = arg.startsWith("-");
                KnownSecrets.configured(isFlag ? "" : flag, arg);
                flag = isFlag ? arg : "";
            }
        }
    }
}
