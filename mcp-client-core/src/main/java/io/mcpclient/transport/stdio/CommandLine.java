package io.mcpclient.transport.stdio;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Makes the vector of arguments that starts a command. Everywhere but on Windows that is the command and its arguments
 * as they are, with no shell in between.
 *
 * <p>On Windows many commands, {@code npx} among them, are scripts, and only {@code cmd.exe} can run those. It takes its
 * arguments apart by rules of its own, which quoting does not reliably escape. So a script gets only arguments in which
 * there is nothing to be taken apart, and is refused with all others.
 *
 * @see "fault E22 (CVE-2024-24576 and relatives)"
 */
final class CommandLine {

    private static final Pattern SAFE_WORD = Pattern.compile("[\\p{IsAlphabetic}\\p{IsDigit}@/\\\\:._+=,~#-]+");

    /** With spaces it is quoted by the JDK; a backslash before the closing quote would escape that. */
    private static final Pattern SAFE_PHRASE = Pattern.compile(
            "[\\p{IsAlphabetic}\\p{IsDigit}@/\\\\:._+=,~# -]*[\\p{IsAlphabetic}\\p{IsDigit}@/:._+=,~# -]");

    private static final List<String> PROGRAM_ENDINGS = List.of(".exe", ".com");

    private static final List<String> SCRIPT_ENDINGS = List.of(".cmd", ".bat");

    private CommandLine() {}

    /**
     * Makes the vector.
     * @param osName value of the system property {@code os.name}
     * @param command the command as configured
     * @param args its arguments as configured
     * @param isOnPath tells whether there is a file of a name, in the directories of {@code PATH} or at that path
     * @return the vector, for {@link ProcessBuilder}
     * @throws UnsafeCommandException if a script would get arguments that {@code cmd.exe} may take apart
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

    /** Windows finds programs by itself, so only a name that is none of those can be a script. */
    private static boolean isScript(String command, Predicate<String> isOnPath) {
        String name = command.toLowerCase(Locale.ROOT);
        // It ignores dots and spaces at the end of names.
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
