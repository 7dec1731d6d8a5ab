package io.mcpclient.autoconfigure.typed;

import io.mcpclient.typed.McpTool;
import io.mcpclient.typed.McpToolClient;

@McpToolClient("weather")
interface Weather {

    @McpTool("echo")
    String echo(String city);
}
