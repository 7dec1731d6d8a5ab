package io.mcpclient.internal.stdio;

import java.util.List;
import java.util.Map;

import io.mcpclient.internal.support.KnownSecrets;

/**
 * Finds secrets in the arguments and environment of a process, by the names of variables, flags and assignments within an
 * argument. All other values, such as a package, a path or a log level, help to explain a failure and stay readable.
 *
 * @see "faults E23, I21"
 */
final class CommandSecrets {

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
