package io.mcpclient.skills.internal;

/** Why a URI, an entry or a frontmatter block is not acceptable. The message is printable. */
public final class InvalidSkillException extends Exception {

    /**
     * Creates the exception.
     * @param reason the reason, without full stop
     */
    public InvalidSkillException(String reason) {
        super(reason, null, false, false);
    }

    /**
     * Returns the reason.
     * @return the message
     */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
