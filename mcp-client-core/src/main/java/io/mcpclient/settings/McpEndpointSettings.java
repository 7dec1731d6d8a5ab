package io.mcpclient.settings;

/** The server of a client and how to reach it. */
public sealed interface McpEndpointSettings permits McpHttpSettings, McpProcessSettings {}
