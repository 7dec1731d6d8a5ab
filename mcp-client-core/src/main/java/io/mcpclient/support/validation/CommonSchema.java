package io.mcpclient.support.validation;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

import io.mcpclient.schema.JsonValue;
import io.mcpclient.support.validation.CommonNode.Part;

/**
 * A schema that consists of common keywords, which accepts most valid values at a fraction of the library's cost, from their text and
 * without objects for them. It accepts only values that are valid in every dialect: whatever is invalid, or in doubt, is left to the
 * library. The work of a check is limited, so that it may run where messages are read. Immutable and thread-safe.
 */
final class CommonSchema {

    /** Decisions about one subschema and one value in a check, which takes milliseconds. */
    private static final int MAX_STEPS = 50_000;

    private static final int MAX_DEPTH = 200;

    private final CommonNode root;

    private CommonSchema(CommonNode root) {
        this.root = root;
    }

    /** Returns the schema, or {@code null} if it has other keywords, or values of keywords that are not common. */
    static @Nullable CommonSchema of(Map<?, ?> schema) {
        try {
            return new CommonSchema(CommonNode.ofAll(List.of(new CommonRules(schema).root())));
        } catch (InDoubtException ex) {
            return null;
        }
    }

    /**
     * Returns whether a value is certainly valid.
     * @param value the value, of which nothing is retained
     */
    boolean accepts(JsonValue value) {
        try (JsonParser json = value.parser()) {
            json.nextToken();
            return (new Check(json).accepted(this.root, 0) & 1) != 0;
        } catch (InDoubtException ex) {
            return false;
        }
    }

    /** Reads one value. Sets of the rules of a node are bits. */
    private static final class Check {

        private final JsonParser json;

        private int steps;

        Check(JsonParser json) {
            this.json = json;
        }

        /** Returns the rules of a node that accept the value at whose first token the parser stands; it is moved to the last one. */
        long accepted(CommonNode node, int depth) {
            this.steps += node.rules();
            if (this.steps > MAX_STEPS || depth > MAX_DEPTH) {
                throw new InDoubtException();
            }
            long candidates = node.acceptToken(this.json);
            if (this.json.currentToken() == JsonToken.START_OBJECT) {
                candidates = members(node, candidates, depth);
            } else if (this.json.currentToken() == JsonToken.START_ARRAY) {
                candidates = items(node, candidates, depth);
            }
            return node.acceptAlternatives(candidates);
        }

        private long members(CommonNode node, long accepting, int depth) {
            long candidates = accepting;
            long found = 0;
            for (String name = this.json.nextName(); name != null; name = this.json.nextName()) {
                Part member = node.member(name);
                found |= member.required();
                this.json.nextToken();
                candidates = part(member, candidates, depth);
            }
            return node.acceptMembers(candidates, found);
        }

        private long items(CommonNode node, long accepting, int depth) {
            long candidates = accepting;
            int items = 0;
            for (; this.json.nextToken() != JsonToken.END_ARRAY; items++) {
                candidates = part(node.item(), candidates, depth);
            }
            return node.acceptSize(candidates, items);
        }

        private long part(Part part, long candidates, int depth) {
            CommonNode node = part.node();
            if (node == null) {
                this.json.skipChildren();
                return candidates;
            }
            return part.accept(candidates, accepted(node, depth + 1));
        }
    }
}
