package io.mcpclient.support.validation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;

/**
 * Rules that are decided together while the tokens of a value are read once, alternatives of {@code anyOf} included. Nodes are the states
 * of a finite automaton: which node decides on a member or an item is prepared. Sets of rules are bits, in the order of the rules;
 * the first bits are those of the rules for which the node was created. Immutable once all nodes are connected.
 */
final class CommonNode {

    /**
     * Rules in all parts of all nodes of a schema. Alternatives of alternatives could have as many nodes as there are sets of rules.
     */
    private static final int MAX_WORK = 100_000;

    private final List<CommonRule> rules;

    /** For each rule, the sets of rules of which it needs one each. */
    private final long[][] alternatives;

    /** For each rule, the names that it requires, as bits in the order of all names that are required. */
    private final long[] required;

    private final List<String> requiredNames;

    private final Map<String, Part> members = new HashMap<>();

    private Part otherMembers = Part.NONE;

    private Part item = Part.NONE;

    private CommonNode(List<CommonRule> rules) {
        this.rules = rules;
        this.requiredNames = rules.stream()
                .flatMap(rule -> rule.required().stream())
                .distinct()
                .toList();
        if (rules.size() > Long.SIZE || this.requiredNames.size() > Long.SIZE) {
            throw new InDoubtException();
        }
        this.required = rules.stream()
                .mapToLong(rule -> bits(rule.required(), this.requiredNames))
                .toArray();
        this.alternatives = rules.stream()
                .map(rule -> rule.alternatives().stream()
                        .mapToLong(each -> bits(each, rules))
                        .toArray())
                .toArray(long[][]::new);
    }

    private static <T> long bits(List<T> some, List<T> all) {
        return some.stream().mapToLong(each -> 1L << all.indexOf(each)).reduce(0, (one, other) -> one | other);
    }

    /**
     * Creates a node, and all that decide on parts of its value. Those for the same rules are the same, so that there are finitely many.
     * @param rules the rules, complete
     * @return the node
     * @throws InDoubtException if there are too many
     */
    static CommonNode ofAll(List<CommonRule> rules) {
        Map<List<CommonRule>, CommonNode> nodes = new HashMap<>();
        Deque<CommonNode> unconnected = new ArrayDeque<>();
        Function<List<CommonRule>, CommonNode> nodeOf = some -> nodes.computeIfAbsent(some, any -> {
            CommonNode created = new CommonNode(withAlternatives(some));
            unconnected.add(created);
            return created;
        });
        CommonNode root = nodeOf.apply(rules);
        int work = 0;
        while (!unconnected.isEmpty()) {
            work += unconnected.remove().connect(nodeOf);
            if (work > MAX_WORK) {
                throw new InDoubtException();
            }
        }
        return root;
    }

    private static List<CommonRule> withAlternatives(List<CommonRule> rules) {
        List<CommonRule> all = new ArrayList<>(rules);
        for (int i = 0; i < all.size(); i++) {
            for (List<CommonRule> alternatives : all.get(i).alternatives()) {
                alternatives.stream().filter(each -> !all.contains(each)).forEach(all::add);
            }
        }
        return all;
    }

    /** Prepares the parts. Returns the number of rules in them. */
    private int connect(Function<List<CommonRule>, CommonNode> nodeOf) {
        this.item = part(0, CommonRule::items, nodeOf);
        this.otherMembers = part(0, CommonRule::additional, nodeOf);
        for (String name : this.requiredNames) {
            connect(name, 1L << this.requiredNames.indexOf(name), nodeOf);
        }
        for (CommonRule rule : this.rules) {
            for (String name : rule.properties().keySet()) {
                if (!this.members.containsKey(name)) {
                    connect(name, 0, nodeOf);
                }
            }
        }
        return this.rules.size() * (2 + this.members.size());
    }

    private void connect(String name, long required, Function<List<CommonRule>, CommonNode> nodeOf) {
        this.members.put(name, part(required, rule -> rule.ofMember(name), nodeOf));
    }

    private Part part(long required, RuleOfPart of, Function<List<CommonRule>, CommonNode> nodeOf) {
        List<CommonRule> applied = new ArrayList<>();
        int[] indexes = new int[this.rules.size()];
        for (int i = 0; i < indexes.length; i++) {
            CommonRule rule = of.find(this.rules.get(i));
            if (rule != null && !applied.contains(rule)) {
                applied.add(rule);
            }
            indexes[i] = (rule != null) ? applied.indexOf(rule) : -1;
        }
        return new Part(applied.isEmpty() ? null : nodeOf.apply(applied), indexes, required);
    }

    /** Returns the number of rules. */
    int rules() {
        return this.rules.size();
    }

    /** Returns what decides on a member. */
    Part member(String name) {
        return this.members.getOrDefault(name, this.otherMembers);
    }

    /** Returns what decides on each item. */
    Part item() {
        return this.item;
    }

    /** Returns the rules that accept the first token of a value. */
    long acceptToken(JsonParser json) {
        long accepted = 0;
        for (int i = 0; i < this.rules.size(); i++) {
            accepted |= this.rules.get(i).acceptsToken(json) ? 1L << i : 0;
        }
        return accepted;
    }

    /** Returns those of the rules that miss none of the members, by the {@linkplain Part#required() bits} of those that were found. */
    long acceptMembers(long candidates, long found) {
        long accepted = candidates;
        for (int i = 0; i < this.required.length; i++) {
            accepted &= (this.required[i] & ~found) == 0 ? -1 : ~(1L << i);
        }
        return accepted;
    }

    /** Returns those of the rules that accept a number of items. */
    long acceptSize(long candidates, int items) {
        long accepted = candidates;
        for (int i = 0; i < this.rules.size(); i++) {
            accepted &= this.rules.get(i).acceptsItems(items) ? -1 : ~(1L << i);
        }
        return accepted;
    }

    /** Returns those of the rules that have their alternatives among them. A rule that needs itself has not. */
    long acceptAlternatives(long candidates) {
        long accepted = 0;
        for (long before = -1; before != accepted; ) {
            before = accepted;
            for (int i = 0; i < this.alternatives.length; i++) {
                if ((candidates >> i & 1) != 0 && isAnyOfEach(this.alternatives[i], accepted)) {
                    accepted |= 1L << i;
                }
            }
        }
        return accepted;
    }

    private static boolean isAnyOfEach(long[] alternatives, long accepted) {
        for (long each : alternatives) {
            if ((each & accepted) == 0) {
                return false;
            }
        }
        return true;
    }

    /** Finds the rule that a rule has for a part of a value. */
    @FunctionalInterface
    private interface RuleOfPart {

        @Nullable
        CommonRule find(CommonRule whole);
    }

    /**
     * What decides on a member or item.
     *
     * @param node the node, {@code null} if no rule applies
     * @param indexes for each rule of the whole value, its rule in that node, -1 for none
     * @param required bit of the name if a rule of the whole value requires it, otherwise zero
     */
    record Part(@Nullable CommonNode node, int[] indexes, long required) {

        static final Part NONE = new Part(null, new int[0], 0);

        /** Returns those of the rules of the whole value whose rule for the part is among those that have accepted it. */
        long accept(long candidates, long acceptedPart) {
            long accepted = candidates;
            for (int i = 0; i < this.indexes.length; i++) {
                accepted &= (this.indexes[i] < 0 || (acceptedPart >> this.indexes[i] & 1) != 0) ? -1 : ~(1L << i);
            }
            return accepted;
        }
    }
}
