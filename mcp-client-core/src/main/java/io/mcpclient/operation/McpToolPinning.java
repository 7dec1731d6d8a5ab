package io.mcpclient.operation;

/**
 * What happens when the definition of a tool changes after it was seen first, or a tool appears after the first list. A server
 * that was approved with harmless tools may come to describe others.
 *
 * @see McpToolPins
 * @see "faults I01, I02"
 */
public enum McpToolPinning {

    /** Nothing: definitions are not remembered. */
    OFF,

    /** It is logged, told to listeners and shown, and the tool is offered as it is now. */
    WARN,

    /** The same, and the tool is neither listed nor called until it is approved. */
    BLOCK
}
