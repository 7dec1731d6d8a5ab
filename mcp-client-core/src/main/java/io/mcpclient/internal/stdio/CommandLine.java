package io.mcpclient.internal.stdio;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

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
final class CommandLine {

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
            if (!SAFE_WORD.matcher(arg).matches() && !SAFE_PHRASE.matcher(arg).matches()) {
                throw new UnsafeCommandException(
                        "it is a script, and argument " + (i + 1) + " has characters that are special to cmd.exe",
                        "Start the program behind the script instead, such as node.exe with the script's target.");
            }
        }
    }
}
