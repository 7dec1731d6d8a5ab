package io.mcpclient.settings;

import io.mcpclient.status.McpToolPins;

/**
 * Handling of tool definitions that change after they were first seen, and of tools that appear after the first list. A server
 * that was approved with harmless tools could redefine them later.
 *
 * @see McpToolPins
 */
public enum McpToolPinning {

    /** Definitions are not remembered. */
    OFF,

    /** Changes are logged, passed to listeners and shown, and the tool is available with its new definition. */
    WARN,

    /** As {@link #WARN}, but the tool is neither listed nor called until it is approved. */
    BLOCK
}
