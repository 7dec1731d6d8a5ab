package io.mcpclient.internal.model;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.text.SafeText;
import io.mcpclient.text.SecretNames;

/**
 * Place of a value within the arguments.
 *
 * @param parent place of the container, or {@code null} for the arguments themselves
 * @param name name of the member, empty for an element
 * @param index index of the element
 */
record Place(@Nullable Place parent, String name, int index) {

    static final Place ARGUMENTS = new Place(null, "arguments", -1);

    private static final int MAX_NAME = 64;

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$-]*");

    Place member(String name) {
        return new Place(this, name, -1);
    }

    Place element(int index) {
        return new Place(this, "", index);
    }

    /** Returns whether the name of the value, or of a container, denotes a secret. */
    boolean isSecret() {
        return this.parent != null && (SecretNames.isSecretArgument(this.name) || this.parent.isSecret());
    }

    /** Returns the place as models and people write it, such as {@code arguments.items[2].count}. */
    @Override
    public String toString() {
        if (this.parent == null) {
            return this.name;
        }
        if (this.index >= 0) {
            return this.parent + "[" + this.index + "]";
        }
        String shown = SafeText.excerpt(this.name, MAX_NAME);
        return this.parent
                + (PLAIN.matcher(this.name).matches() ? "." + shown : "[\"" + shown.replace("\"", "\\\"") + "\"]");
    }

    /** Returns the place as a JSON pointer, such as {@code /items/2/count}; names are printable and cut. */
    String pointer() {
        if (this.parent == null) {
            return "";
        }
        String token = (this.index >= 0)
                ? String.valueOf(this.index)
                : SafeText.excerpt(this.name, MAX_NAME).replace("~", "~0").replace("/", "~1");
        return this.parent.pointer() + "/" + token;
    }
}
