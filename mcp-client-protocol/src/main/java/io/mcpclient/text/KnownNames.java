package io.mcpclient.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Remedies for unknown names: suggests similar names and lists the known ones. */
public final class KnownNames {

    private static final int SUGGESTED = 3;

    private static final int LISTED = 20;

    /** Maximum length for the edit distance; longer names are only checked for containment. */
    private static final int LONGEST = 128;

    private KnownNames() {}

    /**
     * Returns the remedy for an unknown name.
     * @param kind plural noun for the named things, for example {@code servers}
     * @param used the name that was used
     * @param known the existing names; the first twenty are listed
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
     * Returns the names most similar to the given name.
     * @param used any name
     * @param known the names to choose from
     * @return at most three names, the most similar first: equal except for case, one containing the other, or differing in
     *     few characters; empty if none is similar
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
     * Returns the known name that was most likely meant by a misspelled one.
     * @param used any name
     * @param known the names to choose from
     * @return the name with the fewest changed characters; empty if all names differ in many characters
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
        int shorter = Math.min(wanted.length(), name.length());
        int allowed = shorter / 3;
        boolean isComparable = wanted.length() <= LONGEST
                && name.length() <= LONGEST
                && Math.abs(wanted.length() - name.length()) <= allowed;
        int changes = isComparable ? changes(wanted, name) : Integer.MAX_VALUE;
        if (changes <= allowed) {
            return changes;
        }
        boolean isPart = shorter >= 3 && (name.contains(wanted) || wanted.contains(name));
        return isPart ? LONGEST : Integer.MAX_VALUE;
    }

    /** Levenshtein distance: the number of characters to insert, remove or replace. */
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
