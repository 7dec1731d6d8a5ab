package io.mcpclient.schema;

/** Tells whether objects were parsed, for tests of other packages. */
public final class ParsedObjects {

    private ParsedObjects() {}

    public static boolean isParsed(JsonObject object) {
        return object.isParsed();
    }
}
