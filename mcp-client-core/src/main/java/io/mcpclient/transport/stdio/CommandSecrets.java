package io.mcpclient.transport.stdio;

import java.util.List;
import java.util.Map;

import io.mcpclient.error.KnownSecrets;

/**
 * Finds the secrets among what a process is given. Names tell: those of variables, of flags, and of assignments inside an
 * argument. Everything else, such as a package, a path or a level, is what explains a failure and stays readable.
 *
 * @see "faults E23, I21"
 */
final class CommandSecrets {

    private CommandSecrets() {}

    /**
     * Has them masked in all that servers say.
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
