package io.mcpclient.support.validation;

import java.util.HashMap;
import java.util.Map;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordType;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.keyword.UniqueItemsValidator;
import com.networknt.schema.path.NodePath;
import tools.jackson.databind.JsonNode;

/**
 * Keyword {@code uniqueItems}, which the library checks with a hash set in one step. The budget is charged in advance with
 * the cost of the set: negligible unless the items were crafted to have the same hash, so that each is compared with all
 * others.
 */
final class BudgetedUniqueItems implements Keyword {

    @Override
    public String getValue() {
        return KeywordType.UNIQUE_ITEMS.getValue();
    }

    @Override
    public KeywordValidator newValidator(
            SchemaLocation location, JsonNode value, Schema parent, SchemaContext context) {
        return new Validator(location, value, parent, context);
    }

    private static final class Validator extends UniqueItemsValidator {

        private final boolean isRequired;

        Validator(SchemaLocation location, JsonNode value, Schema parent, SchemaContext context) {
            super(location, value, parent, context);
            this.isRequired = value.isBoolean() && value.booleanValue();
        }

        @Override
        public void validate(ExecutionContext context, JsonNode node, JsonNode root, NodePath location) {
            Budget budget = Budget.current();
            if (this.isRequired && budget != null && node.isArray()) {
                charge(budget, node);
            }
            super.validate(context, node, root, location);
        }
    }

    private static void charge(Budget budget, JsonNode array) {
        Map<Integer, Bucket> buckets = new HashMap<>();
        for (JsonNode item : array) {
            long steps = MeteredKeyword.steps(item);
            budget.charge(steps);
            Bucket bucket = buckets.computeIfAbsent(item.hashCode(), hash -> new Bucket(item));
            if (bucket.items > 0 && item.equals(bucket.first)) {
                return; // the library stops here as well
            }
            budget.charge(bucket.items * steps);
            bucket.items++;
        }
    }

    private static final class Bucket {

        private final JsonNode first;

        private long items;

        Bucket(JsonNode first) {
            this.first = first;
        }
    }
}
