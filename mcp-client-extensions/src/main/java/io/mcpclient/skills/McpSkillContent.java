package io.mcpclient.skills;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

import io.mcpclient.text.VisibleText;

/**
 * Content of one file of a skill, verified if the skill has a manifest. It comes from the server, has no more authority than any other
 * text of it, and is never changed, because that would change its digest. Immutable.
 */
public final class McpSkillContent {

    private final String server;

    private final String uri;

    private final @Nullable String mimeType;

    private final byte[] bytes;

    private final boolean isVerified;

    McpSkillContent(String server, String uri, @Nullable String mimeType, byte[] bytes, boolean isVerified) {
        this.server = server;
        this.uri = uri;
        this.mimeType = mimeType;
        this.bytes = bytes;
        this.isVerified = isVerified;
    }

    /**
     * Returns the server that the content comes from.
     * @return its configured name
     */
    public String server() {
        return this.server;
    }

    /**
     * Returns the URI of the file.
     * @return the URI, as the server has sent it
     */
    public String uri() {
        return this.uri;
    }

    /**
     * Returns the type of the content.
     * @return the type as the server has sent it, untrusted; {@code null} if it sent none
     */
    public @Nullable String mimeType() {
        return this.mimeType;
    }

    /**
     * Returns the length.
     * @return number of bytes
     */
    public int size() {
        return this.bytes.length;
    }

    /**
     * Returns the content.
     * @return a copy of the bytes
     */
    public byte[] bytes() {
        return this.bytes.clone();
    }

    /** Returns the content itself, not to be changed. */
    byte[] shared() {
        return this.bytes;
    }

    /**
     * Returns whether size and digest of the manifest were compared with the content.
     * @return {@code false} for a dynamic skill
     */
    public boolean isVerified() {
        return this.isVerified;
    }

    /**
     * Returns the content as text.
     * @return the text, {@code null} if the bytes are not UTF-8
     */
    public @Nullable String text() {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(this.bytes))
                    .toString();
        } catch (CharacterCodingException notText) {
            return null;
        }
    }

    /**
     * Returns whether a reader of the rendered text would miss parts of it: characters that cannot be seen, or comments of HTML. Show
     * {@link #revealedText()} to people who review it.
     * @return whether there are any
     */
    public boolean hasHiddenText() {
        String text = text();
        return text != null && (!VisibleText.isVisible(text) || text.contains("<!--"));
    }

    /**
     * Returns the text with each character that cannot be seen replaced by its code, such as <code>&#92;u200b</code>.
     * @return the text for reviewers and models, {@code null} if the bytes are not UTF-8
     */
    public @Nullable String revealedText() {
        String text = text();
        if (text == null || VisibleText.isVisible(text)) {
            return text;
        }
        StringBuilder revealed = new StringBuilder(text.length() + 64);
        text.codePoints().forEach(c -> {
            String character = Character.toString(c);
            if (VisibleText.isVisible(character)) {
                revealed.append(character);
            } else {
                revealed.append(String.format((c > 0xffff) ? "\\U%08x" : "\\u%04x", c));
            }
        });
        return revealed.toString();
    }

    @Override
    public String toString() {
        return "McpSkillContent[" + this.uri + " of " + this.server + ", " + this.bytes.length + " bytes]";
    }
}
