package io.mcpclient.protocol.modern;

import java.util.List;

import io.mcpclient.error.SafeText;
import io.mcpclient.error.SecretNames;

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

    /** Whether its name says that it is a secret, which those on the way should not see. */
    boolean isSecret() {
        return this.path.stream().anyMatch(SecretNames::isSecretArgument);
    }

    /** Where it is, for messages: the names come from the server. */
    String place() {
        return SafeText.excerpt("/" + String.join("/", path));
    }
}
