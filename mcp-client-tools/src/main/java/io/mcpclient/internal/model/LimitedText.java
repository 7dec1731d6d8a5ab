package io.mcpclient.internal.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.Tool;
import io.mcpclient.text.SafeText;

/**
 * The text for a model within a limit. The limit holds for all text of a result together. Notes about media do not count and are not
 * cut, the first {@value #MAX_NOTES} of them. Not thread-safe.
 *
 * <p>A tool can name a size itself, {@code _meta["anthropic/maxResultSizeChars"]}. For Claude Code, which invented it, this is a size
 * up to which a result is kept although the default limit of the host is smaller. The default of this library is no limit; then
 * the size of the tool is the limit: its server regards longer results as too long for a model. A limit of the
 * application is never raised.
 */
final class LimitedText {

    private static final int MAX_NOTES = 100;

    private static final String HINT = "anthropic/maxResultSizeChars";

    private final List<Segment> segments = new ArrayList<>();

    private int notes;

    /** Returns the smaller one of the application's limit and that of the tool, which is ignored unless it is a positive integer. */
    static int limit(int maxLength, @Nullable Tool tool) {
        Map<String, Object> meta = (tool != null) ? tool.meta() : null;
        Object hint = (meta != null) ? meta.get(HINT) : null;
        double size = 0;
        if (hint instanceof Number number) {
            size = number.doubleValue();
        } else if (hint instanceof String text && text.strip().matches("[0-9]{1,18}")) {
            size = Double.parseDouble(text.strip());
        }
        return (size >= 1 && size == Math.rint(size)) ? (int) Math.min(size, maxLength) : maxLength;
    }

    /** Appends a fragment on a new line; an empty one has no effect. */
    void add(Fragment fragment) {
        String text = fragment.text();
        if (text.isEmpty()) {
            return;
        }
        if (!this.segments.isEmpty()) {
            this.segments.add(new Segment("\n", false));
        }
        int from = 0;
        for (String note : fragment.notes()) {
            int at = text.indexOf(note, from);
            if (at < 0 || this.notes == MAX_NOTES) {
                break;
            }
            this.segments.add(new Segment(text.substring(from, at), false));
            this.segments.add(new Segment(note, true));
            this.notes++;
            from = at + note.length();
        }
        this.segments.add(new Segment(text.substring(from), false));
    }

    /**
     * Returns the text.
     * @param max largest number of characters, {@link Integer#MAX_VALUE} for no limit
     * @param keeper keeps the full text and returns its address; {@code null} if it is not kept
     */
    String text(int max, @Nullable Function<String, String> keeper) {
        StringBuilder full = new StringBuilder();
        long length = 0;
        for (Segment segment : this.segments) {
            full.append(segment.text());
            length += segment.isNote() ? 0 : segment.text().length();
        }
        return (length <= max) ? full.toString() : cut(full.toString(), max, length, keeper);
    }

    private String cut(String full, int max, long length, @Nullable Function<String, String> keeper) {
        StringBuilder cut = new StringBuilder();
        int kept = 0;
        int position = 0;
        int offset = -1;
        for (Segment segment : this.segments) {
            String text = segment.text();
            if (segment.isNote()) {
                cut.append(text);
            } else if (offset < 0) {
                int end = SafeText.end(text, max - kept);
                cut.append(text, 0, end);
                kept += end;
                offset = (end < text.length()) ? position + end : -1;
            }
            position += text.length();
        }
        cut.append("[cut: ").append(kept).append(" of ").append(length).append(" characters]");
        if (keeper != null) {
            cut.append("\n[read on with read_result: address ").append(keeper.apply(full));
            cut.append(", offset ").append(offset).append(']');
        }
        return cut.toString();
    }

    private record Segment(String text, boolean isNote) {}
}
