package io.mcpclient.protocol;

/**
 * States of a client.
 *
 * <pre>
 * DISCONNECTED ─► CONNECTING ─► INITIALIZING ─► CONNECTED ─► CLOSING ─► DISCONNECTED
 *                     ▲               │             │
 *                     └─ RECONNECTING ◄┴─────────────┘
 * </pre>
 */
public enum McpClientState {

    /** Not connected, and nothing is going to change that but a call. */
    DISCONNECTED,

    /** Phase one: address and credentials are being resolved, the transport is being built. */
    CONNECTING,

    /** Phase two: the handshake, or discovery. */
    INITIALIZING,

    /** Ready. */
    CONNECTED,

    /** Not connected; the next attempt in the background is scheduled. */
    RECONNECTING,

    /** The session is being ended. */
    CLOSING
}
