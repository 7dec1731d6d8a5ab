package io.mcpclient.internal.stdio;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.settings.McpLimitSettings;
import io.mcpclient.settings.McpProcessSettings;
import io.mcpclient.settings.McpStderrMode;
import io.mcpclient.settings.McpTimeoutSettings;

/**
 * Settings of a transport over standard input and output.
 *
 * @param process the process and its environment
 * @param maxMessageSize maximum size of a message in bytes
 * @param shutdownTimeout limit for stopping the process and all its descendants; it includes closing the input, requesting
 *     termination and killing
 * @param drainTimeout limit for requests in flight at the exit of the JVM, before the process is stopped
 */
public record StdioTransportSettings(
        McpProcessSettings process, int maxMessageSize, Duration shutdownTimeout, Duration drainTimeout) {

    /**
     * Creates settings with the default limits.
     * @param process the process and its environment
     * @return the settings
     */
    public static StdioTransportSettings of(McpProcessSettings process) {
        return new StdioTransportSettings(
                process,
                McpLimitSettings.defaults().maxMessageSize(),
                McpTimeoutSettings.defaults().shutdown(),
                McpTimeoutSettings.defaults().drainInEffect());
    }

    /**
     * Returns a copy with another maximum message size.
     * @param maxMessageSize maximum size of a message in bytes
     * @return the copy
     */
    public StdioTransportSettings withMaxMessageSize(int maxMessageSize) {
        return new StdioTransportSettings(this.process, maxMessageSize, this.shutdownTimeout, this.drainTimeout);
    }

    /**
     * Returns a copy with another shutdown timeout.
     * @param shutdownTimeout limit for stopping the process and all its descendants
     * @return the copy
     */
    public StdioTransportSettings withShutdownTimeout(Duration shutdownTimeout) {
        return new StdioTransportSettings(this.process, this.maxMessageSize, shutdownTimeout, this.drainTimeout);
    }

    /**
     * Returns a copy with another drain timeout.
     * @param drainTimeout limit for requests in flight at the exit of the JVM
     * @return the copy
     */
    public StdioTransportSettings withDrainTimeout(Duration drainTimeout) {
        return new StdioTransportSettings(this.process, this.maxMessageSize, this.shutdownTimeout, drainTimeout);
    }

    String command() {
        return this.process.command();
    }

    /** The command as it may be shown. */
    String shownCommand() {
        return this.process.shownCommand();
    }

    List<String> args() {
        return this.process.args();
    }

    Map<String, String> env() {
        return this.process.env();
    }

    List<String> inheritEnv() {
        return this.process.inheritEnv();
    }

    @Nullable
    Path workingDirectory() {
        return this.process.workingDirectory();
    }

    McpStderrMode stderr() {
        return this.process.stderr();
    }
}
