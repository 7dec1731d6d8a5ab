package io.mcpclient.internal.stdio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * An environment variable that identifies the descendants of one server process after their ancestors have exited: they inherit
 * it, and nothing else connects them with the server. Works where the kernel exposes the environment of processes, which is
 * Linux; on other systems nothing is marked or found.
 *
 * @see "fault E19"
 */
final class ProcessMark {

    static final String VARIABLE = "MCP_CLIENT_PROCESS";

    private static final Path PROCESSES = Path.of("/proc");

    private static final boolean SUPPORTED = Files.isReadable(PROCESSES.resolve("self/environ"));

    private final String value = UUID.randomUUID().toString();

    private final byte[] entry = (VARIABLE + "=" + this.value).getBytes(StandardCharsets.US_ASCII);

    /** Marks a process that is about to be started. */
    void addTo(Map<String, String> environment) {
        if (SUPPORTED) {
            environment.put(VARIABLE, this.value);
        }
    }

    /** Finds all running processes with the mark. Takes a few milliseconds. */
    Stream<ProcessHandle> find() {
        return SUPPORTED ? ProcessHandle.allProcesses().filter(this::isOn) : Stream.of();
    }

    /**
     * The handle is older than this check: if its process id has been reused since, killing the handle has no effect.
     */
    private boolean isOn(ProcessHandle process) {
        try {
            byte[] environment = Files.readAllBytes(
                    PROCESSES.resolve(Long.toString(process.pid())).resolve("environ"));
            return contains(ByteBuffer.wrap(environment));
        } catch (IOException ex) {
            return false; // it has exited, or belongs to another user
        }
    }

    private boolean contains(ByteBuffer environment) {
        ByteBuffer wanted = ByteBuffer.wrap(this.entry);
        int begin = 0;
        for (int at = 0; at < environment.limit(); at++) {
            if (environment.get(at) == 0) {
                if (environment.slice(begin, at - begin).equals(wanted)) {
                    return true;
                }
                begin = at + 1;
            }
        }
        return false;
    }
}
