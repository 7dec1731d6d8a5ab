package io.mcpclient.registry;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import io.mcpclient.registry.ToolNameAllocator.Key;
import io.mcpclient.support.store.Digest;

/**
 * Forms of the name of a tool. A tool whose name is ambiguous gets the next form.
 *
 * <table>
 * <caption>forms</caption>
 * <tr><th>form</th><th>name</th><th>first form if</th><th>next form</th></tr>
 * <tr><td>chosen</td><td>returned by the {@link McpToolNamer}</td><td>there is one</td><td>the first of the others</td></tr>
 * <tr><td>bare</td><td>{@code send}</td><td>on conflict or never prefixed</td><td>prefixed; hashed if never prefixed</td></tr>
 * <tr><td>prefixed</td><td>{@code mail_send}</td><td>always prefixed, or the server has a prefix</td><td>hashed</td></tr>
 * <tr><td>hashed</td><td>{@code mail_send_0123456789abcdef}</td><td>the server has too many names</td><td></td></tr>
 * </table>
 *
 * <table>
 * <caption>names that models do not accept, in each form but the chosen one</caption>
 * <tr><th>name</th><th>change</th></tr>
 * <tr><td>with other characters than {@code A-Z a-z 0-9 _ -}</td><td>underscores: {@code get.sum} is {@code get_sum}</td></tr>
 * <tr><td>of which nothing is left, {@code 查询}</td><td>also a hash: {@code ___0123456789abcdef}</td></tr>
 * <tr><td>that begins with a digit or a hyphen, or whose prefix does</td><td>begins with an underscore: {@code _1c_reload}. Gemini
 * refuses the whole prompt otherwise: https://github.com/cline/cline/issues/7339</td></tr>
 * <tr><td>longer than the limit</td><td>cut, with a hash</td></tr>
 * </table>
 *
 * Without state.
 */
final class ToolNameForms {

    /** Hexadecimal digits: 64 bits, so that no server can find a tool name with the hash of another. */
    private static final int HASH_LENGTH = 16;

    private final McpToolNaming naming;

    /** See {@link ToolNameForms}. */
    enum Form {
        CHOSEN,
        BARE,
        PREFIXED,
        HASHED
    }

    ToolNameForms(McpToolNaming naming) {
        this.naming = naming;
    }

    /**
     * Returns the first form without a namer.
     * @param prefix prefix of the server, or {@code null} if it has none of its own
     */
    Form first(@Nullable String prefix) {
        return (this.naming.prefix() == McpToolNaming.Prefix.ALWAYS || prefix != null) ? Form.PREFIXED : Form.BARE;
    }

    /** Returns the form after an ambiguous one. */
    Form next(Form form, @Nullable String prefix) {
        return switch (form) {
            case CHOSEN -> first(prefix);
            case BARE -> isNeverPrefixed(prefix) ? Form.HASHED : Form.PREFIXED;
            case PREFIXED, HASHED -> Form.HASHED;
        };
    }

    /** Returns the name of a tool in a form other than the chosen one. */
    String name(Key tool, Form form, @Nullable String prefix) {
        String own = styled(tool.tool());
        boolean isHashed = form == Form.HASHED || isNothing(own) && !own.equals(tool.tool());
        String name = own;
        if (form == Form.PREFIXED || (form == Form.HASHED && !isNeverPrefixed(prefix))) {
            name = styled((prefix != null) ? prefix : tool.server()) + this.naming.separator() + name;
        }
        char first = name.charAt(0);
        return fit((first == '-' || first >= '0' && first <= '9') ? "_" + name : name, tool, isHashed);
    }

    private static boolean isNothing(String name) {
        return name.chars().allMatch(c -> c == '_' || c == '-');
    }

    private boolean isNeverPrefixed(@Nullable String prefix) {
        return this.naming.prefix() == McpToolNaming.Prefix.NEVER && prefix == null;
    }

    private String styled(String text) {
        String safe = safe(text);
        return (this.naming.style() == McpToolNaming.Style.UNDERSCORES) ? safe.replace('-', '_') : safe;
    }

    private String fit(String name, Key tool, boolean isHashed) {
        if (!isHashed && name.length() <= this.naming.maxLength()) {
            return name;
        }
        int room = this.naming.maxLength() - HASH_LENGTH - 1;
        return name.substring(0, Math.min(name.length(), room)) + "_" + hash(tool);
    }

    /** Replaces characters that models do not accept in names, and visually confusable ones (fault I05). */
    static String safe(String name) {
        StringBuilder safe = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean legal =
                    c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-';
            safe.append(legal ? c : '_');
        }
        return safe.isEmpty() ? "_" : safe.toString();
    }

    private static String hash(Key tool) {
        byte[] text = (tool.server() + '\0' + tool.tool()).getBytes(StandardCharsets.UTF_8);
        return Digest.of(text).substring(0, HASH_LENGTH);
    }
}
