package io.mcpclient.jsonrpc;

/** Signals a result that only databind can read: its rules for unusual members apply. Never leaves the package. */
final class UnusualException extends RuntimeException {

    UnusualException() {
        super(null, null, false, false);
    }
}
