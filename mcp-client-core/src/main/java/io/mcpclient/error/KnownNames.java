package io.mcpclient.error;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Helps a caller who has used a name that is not known: suggests the nearest ones, and lists those that there are. */
public final class KnownNames {

    private static final int SUGGESTED = 3;

    private static final int LISTED = 20;

    /** Longer names are compared by nothing but their parts. */
    private static final int LONGEST = 128;

    private KnownNames() {}

    /**
     * Returns what a caller can do who has used an unknown name.
     * @param kind word for what has the names, in the plural, for example {@code servers}
     * @param used the name that was used
     * @param known the names that there are; the first twenty are listed
     * @return sentences, printable and on one line
     */
    public static String remedy(String kind, String used, Collection<String> known) {
        if (known.isEmpty()) {
            return "There are no " + kind + ".";
        }
        List<String> nearest = nearest(used, known);
        String suggestion = nearest.isEmpty()
                ? ""
                : "Did you mean " + nearest.stream().map(KnownNames::quoted).collect(Collectors.joining(" or ")) + "? ";
        int more = known.size() - LISTED;
        return suggestion + "Known " + kind + ": "
                + known.stream().limit(LISTED).map(SafeText::excerpt).collect(Collectors.joining(", "))
                + ((more > 0) ? " and " + more + " more." : ".");
    }

    /**
     * Returns the names that are most like another one.
     * @param used any name
     * @param known the names to choose from
     * @return at most three, the most alike first: equal but for upper and lower case, one a part of the other, or with few
     *     characters changed; empty if none is alike
     */
    public static List<String> nearest(String used, Collection<String> known) {
        String wanted = used.toLowerCase(Locale.ROOT);
        return known.stream()
                .map(name -> new Candidate(name, difference(wanted, name.toLowerCase(Locale.ROOT))))
                .filter(candidate -> candidate.difference() < Integer.MAX_VALUE)
                .sorted(Candidate.MOST_ALIKE)
                .limit(SUGGESTED)
                .map(Candidate::name)
                .toList();
    }

    /**
     * Returns the name that another one is most likely a misspelling of.
     * @param used any name
     * @param known the names to choose from
     * @return the one with the fewest characters changed; empty if many are changed in all of them
     */
    public static Optional<String> misspelt(String used, Collection<String> known) {
        String wanted = used.toLowerCase(Locale.ROOT);
        return known.stream()
                .map(name -> new Candidate(name, difference(wanted, name.toLowerCase(Locale.ROOT))))
                .filter(candidate -> candidate.difference() < LONGEST)
                .min(Candidate.MOST_ALIKE)
                .map(Candidate::name);
    }

    private record Candidate(String name, int difference) {

        static final Comparator<Candidate> MOST_ALIKE =
                Comparator.comparingInt(Candidate::difference).thenComparing(Candidate::name);
    }

    private static int difference(String wanted, String name) {
        if (wanted.isEmpty() || name.isEmpty()) {
            return Integer.MAX_VALUE;
        }
        int allowed = Math.max(1, Math.min(wanted.length(), name.length()) / 3);
        boolean isComparable = wanted.length() <= LONGEST
                && name.length() <= LONGEST
                && Math.abs(wanted.length() - name.length()) <= allowed;
        int changes = isComparable ? changes(wanted, name) : Integer.MAX_VALUE;
        if (changes <= allowed) {
            return changes;
        }
        boolean isPart =
                Math.min(wanted.length(), name.length()) >= 3 && (name.contains(wanted) || wanted.contains(name));
        return isPart ? LONGEST : Integer.MAX_VALUE;
    }

    /** How many characters have to be inserted, removed or replaced, after Levenshtein. */
    private static int changes(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = diagonal + ((one.charAt(i - 1) == other.charAt(j - 1)) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[other.length()];
    }

    private static String quoted(String name) {
        return '"' + SafeText.excerpt(name) + '"';
    }
}
