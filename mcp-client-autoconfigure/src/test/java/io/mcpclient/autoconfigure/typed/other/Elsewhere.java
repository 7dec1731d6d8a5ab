package io.mcpclient.autoconfigure.typed.other;

import io.mcpclient.typed.McpToolClient;

@McpToolClient("wether")
interface Elsewhere {

    String echo();
}
