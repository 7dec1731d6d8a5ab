package io.mcpclient.internal.support;

/** Names in errors of operations that are not requests of the protocol. */
public final class OperationNames {

    private OperationNames() {}

    /** Connecting, or waiting for a connection: its failure is not a failure of a call. */
    public static final String CONNECT = "connect";
}
