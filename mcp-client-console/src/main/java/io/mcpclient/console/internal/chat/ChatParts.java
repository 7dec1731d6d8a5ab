package io.mcpclient.console.internal.chat;

import java.time.Clock;

import io.mcpclient.call.ReactiveMcpToolApproval;
import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.console.internal.tool.RunRecorder;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.registry.McpToolRegistry;

/**
 * What conversations need of the console.
 *
 * @param tools all tools
 * @param resources all resources
 * @param recorder records calls of tools
 * @param confirmation asks the user about calls that may change or delete something, see {@link ChatStep}
 * @param confirms whether calls need that confirmation: the application has no approval of its own
 * @param streams receive each step
 * @param json writes arguments
 * @param clock the time
 */
public record ChatParts(
        McpToolRegistry tools,
        McpResourceRegistry resources,
        RunRecorder recorder,
        ReactiveMcpToolApproval confirmation,
        boolean confirms,
        EventStreams streams,
        ConsoleJson json,
        Clock clock) {}
