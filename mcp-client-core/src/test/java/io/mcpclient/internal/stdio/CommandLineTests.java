package io.mcpclient.internal.stdio;

import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

// fault E22
class CommandLineTests {

    private static final Set<String> WINDOWS_PATH = Set.of("npx.cmd", "node.exe", "python.exe", "python.bat");

    private static List<String> windows(String command, String... args) throws Launcher.UnsafeCommandException {
        return Launcher.CommandLine.of("Windows 11", command, List.of(args), WINDOWS_PATH::contains);
    }

    // SEC-17: whatever it holds, an argument is one argument
    @ParameterizedTest
    @ValueSource(
            strings = {"a b", "; rm -rf /", "$(id)", "`id`", "&& id", "%PATH%", "\"quoted\"", "-dash", "line\nbreak"})
    void argumentsArePassedUnchangedOnUnix(String argument) throws Exception {
        for (String os : List.of("Linux", "Mac OS X", "FreeBSD")) {
            assertThat(Launcher.CommandLine.of(os, "npx.cmd", List.of(argument), name -> true))
                    .containsExactly("npx.cmd", argument);
        }
        assertThat(windows("node.exe", argument)).containsExactly("node.exe", argument);
    }

    @ParameterizedTest
    @ValueSource(strings = {"node", "node.exe", "NODE.EXE", "python", "C:\\Program Files\\node.exe", "unknown"})
    void windowsStartsProgramsDirectly(String command) throws Exception {
        assertThat(windows(command, "%x%")).containsExactly(command, "%x%");
    }

    @ParameterizedTest
    @ValueSource(strings = {"npx", "npx.cmd", "NPX.CMD", "tool.bat", "npx.cmd. ."})
    void windowsRunsScriptsThroughItsInterpreter(String command) throws Exception {
        if (command.endsWith(" .")) {
            assertThatExceptionOfType(Launcher.UnsafeCommandException.class).isThrownBy(() -> windows(command, "-y"));
        } else {
            assertThat(windows(command, "-y", "@scope/server@1.0", "C:\\data dir", "--a=b,c"))
                    .containsExactly(
                            "cmd.exe", "/d", "/c", command, "-y", "@scope/server@1.0", "C:\\data dir", "--a=b,c");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a&b", "a|b", "%PATH%", "!x!", "a^b", "a>b", "a<b", "(a)", "\"a\"", "a\nb", "a\rb", "", "a;b", "a b\\",
                "a&", "a b\"", "%", "'"
            })
    void windowsRejectsScriptArgumentsThatCmdMayReinterpret(String argument) {
        assertThatExceptionOfType(Launcher.UnsafeCommandException.class)
                .isThrownBy(() -> windows("npx", "-y", argument))
                .withMessageContaining("argument 2");
    }

    @Test
    void windowsRejectsScriptPathsThatCmdMayReinterpret() {
        assertThatExceptionOfType(Launcher.UnsafeCommandException.class)
                .isThrownBy(() -> windows("C:\\Program Files\\npx.cmd"))
                .satisfies(refusal -> assertThat(refusal.remedy()).contains("PATH"));
    }
}
