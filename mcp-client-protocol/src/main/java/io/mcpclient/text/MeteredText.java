package io.mcpclient.text;

/** Text for a regular expression: each access to a character is a step, so that catastrophic backtracking can be aborted. */
public final class MeteredText implements CharSequence {

    private final String text;

    private final Runnable step;

    /**
     * Creates the text.
     * @param text the characters
     * @param step runs at each access; what it throws ends the match
     */
    public MeteredText(String text, Runnable step) {
        this.text = text;
        this.step = step;
    }

    @Override
    public char charAt(int index) {
        this.step.run();
        return this.text.charAt(index);
    }

    @Override
    public int length() {
        return this.text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return this.text.substring(start, end);
    }

    @Override
    public String toString() {
        return this.text;
    }
}
