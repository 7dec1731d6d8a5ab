package io.mcpclient.internal.model;

import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Pattern;

import io.mcpclient.support.json.JsonHash;

/**
 * What structured content and the texts beside it have in common.
 *
 * <pre>
 *  a text repeats structured content   if it is a string in it, or the JSON of a string, an array or an object in it
 *  texts carry structured content      if one of them is what its {@linkplain Wrappers wrappers} contain, or has it in its JSON,
 *                                      or if they are the items of the array that the wrappers contain, in their order
 * </pre>
 *
 * Texts that carry structured content have everything that it has: one of both is enough. If several texts carry it alone, one that
 * has more than structured content is preferred, since it is needed anyway, then one that has nothing else.
 *
 * <p>Cost is linear in the size of structured content and texts. A text is only read as JSON if it begins and ends as JSON does, and
 * all of them together only up to a multiple of the values in structured content.
 */
final class Repetition {

    private static final Pattern SCALAR = Pattern.compile("[0-9.eE+-]{1,100}|true|false|null");

    private static final int MAX_VALUES_BESIDE = 10_000;

    private final StructuredIndex structured;

    private final int maxValues;

    private final BitSet repeating = new BitSet();

    private final BitSet items = new BitSet();

    private Carrier carrier = Carrier.NONE;

    private int carrierText;

    private int values;

    private Repetition(Object structured) {
        this.structured = new StructuredIndex(structured);
        this.values = this.structured.values();
        this.maxValues = (int) Math.min(4L * this.values + MAX_VALUES_BESIDE, Integer.MAX_VALUE);
    }

    /** Compares structured content with texts in the order of the content. */
    static Repetition of(Object structured, List<String> texts) {
        Repetition repetition = new Repetition(structured);
        for (int i = 0; i < texts.size(); i++) {
            repetition.compare(i, texts.get(i));
        }
        return repetition;
    }

    /** Returns whether the texts have everything that structured content has. */
    boolean isCarried() {
        return this.carrier != Carrier.NONE || areAllItemsFound();
    }

    /** Returns whether a text is needed for the texts to carry structured content. */
    boolean carries(int text) {
        return (this.carrier != Carrier.NONE) ? text == this.carrierText : areAllItemsFound() && this.items.get(text);
    }

    /** Returns whether structured content has everything that a text has. */
    boolean repeats(int text) {
        return this.repeating.get(text) || carries(text) && this.carrier != Carrier.HAS_MORE;
    }

    /** Returns whether a string in structured content is this text. */
    boolean hasString(String text) {
        return this.structured.contains(JsonHash.ofText(text));
    }

    /** Returns the number of values that were read for the comparison. */
    int values() {
        return this.values;
    }

    private boolean areAllItemsFound() {
        return !this.items.isEmpty() && this.items.cardinality() == this.structured.itemCount();
    }

    private void compare(int text, String characters) {
        long hash = JsonHash.ofText(characters);
        Seen seen = new Seen();
        seen.seen(hash, false);
        if (!this.structured.contains(hash) && mayBeJson(characters)) {
            JsonHash json = new JsonHash(seen);
            OptionalLong root = json.ofJson(characters, this.maxValues - this.values);
            this.values += json.values();
            if (root.isEmpty()) {
                return;
            }
            hash = root.getAsLong();
        }
        boolean isPart = this.structured.contains(hash);
        this.repeating.set(text, isPart);
        Carrier found = carrier(hash, isPart, seen);
        if (found.compareTo(this.carrier) > 0) {
            this.carrier = found;
            this.carrierText = text;
        }
        if (this.structured.isItem(this.items.cardinality(), hash) || seen.hasItem && isPart) {
            this.items.set(text);
        }
    }

    private Carrier carrier(long hash, boolean isPart, Seen seen) {
        if (this.structured.isContent(hash)) {
            return Carrier.IS_CONTENT;
        }
        if (isPart) {
            return seen.hasContent ? Carrier.IS_PART : Carrier.NONE;
        }
        return seen.hasContainer ? Carrier.HAS_MORE : Carrier.NONE;
    }

    private static boolean mayBeJson(String text) {
        String json = text.strip();
        if (json.isEmpty()) {
            return false;
        }
        char last = json.charAt(json.length() - 1);
        return switch (json.charAt(0)) {
            case '{' -> last == '}';
            case '[' -> last == ']';
            case '"' -> last == '"';
            default -> SCALAR.matcher(json).matches();
        };
    }

    /** How one text carries structured content. */
    private enum Carrier {
        NONE,

        /** The content with wrappers. */
        IS_PART,

        /** The content without wrappers. */
        IS_CONTENT,

        /** Something that structured content has not. */
        HAS_MORE
    }

    /** What is found in one text. */
    private final class Seen implements JsonHash.Listener {

        private final int next = Repetition.this.items.cardinality();

        private boolean hasContent;

        private boolean hasContainer;

        private boolean hasItem;

        @Override
        public void seen(long hash, boolean isScalar) {
            StructuredIndex index = Repetition.this.structured;
            this.hasContent |= index.isContent(hash);
            this.hasContainer |= index.isContainer(hash);
            this.hasItem |= index.isItem(this.next, hash);
        }
    }
}
