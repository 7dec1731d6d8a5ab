package io.mcpclient.apps;

/** A refusal of a request of a view, as the view learns it: nothing secret is in the text. */
final class ViewRefusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    static final int REFUSED = -32000;

    static final int METHOD_NOT_FOUND = -32601;

    static final int INVALID_PARAMS = -32602;

    static final int INTERNAL_ERROR = -32603;

    private final int code;

    private ViewRefusal(int code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    static ViewRefusal refused(String message) {
        return new ViewRefusal(REFUSED, message);
    }

    static ViewRefusal invalid(String message) {
        return new ViewRefusal(INVALID_PARAMS, message);
    }

    static ViewRefusal of(int code, String message) {
        return new ViewRefusal(code, message);
    }

    static ViewRefusal unknownMethod() {
        return new ViewRefusal(METHOD_NOT_FOUND, "Method not found");
    }

    int code() {
        return this.code;
    }
}
