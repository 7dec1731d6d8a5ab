package io.mcpclient.internal.era.modern;

import java.util.List;

import io.mcpclient.internal.support.SafeText;
import io.mcpclient.internal.support.SecretNames;

/**
 * An argument of a tool that is mirrored in a header.
 *
 * @param path names of the members from the arguments to the value, at least one
 * @param header name of the header
 * @param isInteger whether the tool declares it as an integer
 */
record MirroredArgument(List<String> path, String header, boolean isInteger) {

    /** Prefix of the names of such headers. */
    static final String PREFIX = "Mcp-Param-";

    MirroredArgument {
        path = List.copyOf(path);
    }

    /** Whether its name indicates a secret, which intermediaries should not see. */
    boolean isSecret() {
        return this.path.stream().anyMatch(SecretNames::isSecretArgument);
    }

    /** Its path, for messages: the names come from the server. */
    String place() {
        return SafeText.excerpt("/" + String.join("/", path));
    }
}
