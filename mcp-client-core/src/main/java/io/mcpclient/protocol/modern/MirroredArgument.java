package io.mcpclient.protocol.modern;

import java.util.List;

import io.mcpclient.error.SafeText;

/**
 * An argument of a tool that goes into a header, too.
 *
 * @param path names of the members that lead to it from the arguments, at least one
 * @param header name of the header
 * @param isInteger whether the tool declares it as an integer
 */
record MirroredArgument(List<String> path, String header, boolean isInteger) {

    /** What the names of such headers begin with. */
    static final String PREFIX = "Mcp-Param-";

    MirroredArgument {
        path = List.copyOf(path);
    }

    /** Where it is, for messages: the names come from the server. */
    String place() {
        return SafeText.excerpt("/" + String.join("/", path));
    }
}
