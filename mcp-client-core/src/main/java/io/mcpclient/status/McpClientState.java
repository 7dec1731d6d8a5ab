package io.mcpclient.status;

/**
 * Connection state of a client.
 *
 * <pre>
 * DISCONNECTED ─► CONNECTING ─► INITIALIZING ─► CONNECTED ─► CLOSING ─► DISCONNECTED
 *                     ▲               │             │
 *                     └─ RECONNECTING ◄┴─────────────┘
 * </pre>
 */
public enum McpClientState {

    /** Not connected; only a call changes that. */
    DISCONNECTED,

    /** Phase one: the client resolves the address and credentials and builds the transport. */
    CONNECTING,

    /** Phase two: the handshake, or discovery. */
    INITIALIZING,

    /** Ready. */
    CONNECTED,

    /** Not connected; the next background attempt is scheduled. */
    RECONNECTING,

    /** The client ends the session. */
    CLOSING
}
