package io.mcpclient.autoconfigure.actuate;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.Implementation;
import io.mcpclient.text.SafeText;

/** Name and version reported by a server, sanitized for display. */
record ServerInfo(String name, @Nullable String version) {

    static ServerInfo of(Implementation info) {
        return new ServerInfo(
                SafeText.excerpt(info.name()), (info.version() != null) ? SafeText.excerpt(info.version()) : null);
    }
}
