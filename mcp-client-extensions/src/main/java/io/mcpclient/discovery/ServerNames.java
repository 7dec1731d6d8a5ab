package io.mcpclient.discovery;

import java.util.regex.Pattern;

import io.mcpclient.discovery.internal.MalformedDocumentException;
import io.mcpclient.discovery.internal.Members;

/** Names, versions and descriptions, which have the same form in cards and registry entries. */
final class ServerNames {

    static final Pattern NAME = Pattern.compile("[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+");

    static final Pattern VERSION = Pattern.compile("[A-Za-z0-9][^\\s^~<>=|*/]*");

    private static final int MAX_NAME = 200;

    private static final int MAX_VERSION = 255;

    private static final int MAX_DESCRIPTION = 100;

    private ServerNames() {}

    static String name(Members json) {
        return json.text("name", NAME, MAX_NAME);
    }

    static String version(Members json) {
        String version = json.text("version", VERSION, MAX_VERSION);
        if (version.equals("latest")) {
            throw json.problem("version", "is \"latest\", which is not a version");
        }
        return version;
    }

    static String description(Members json) {
        return bounded(json, "description", json.text("description"));
    }

    static String bounded(Members json, String member, String text) throws MalformedDocumentException {
        if (text.codePointCount(0, text.length()) > MAX_DESCRIPTION) {
            throw json.problem(member, "is longer than " + MAX_DESCRIPTION + " characters");
        }
        return text;
    }
}
