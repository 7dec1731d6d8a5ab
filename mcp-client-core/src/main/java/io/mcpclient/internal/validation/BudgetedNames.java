package io.mcpclient.internal.validation;

import java.util.List;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.DependenciesValidator;
import com.networknt.schema.keyword.DependentRequired;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordType;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.keyword.RequiredValidator;
import com.networknt.schema.path.NodePath;
import tools.jackson.databind.JsonNode;

/**
 * Keywords with lists of required names, which the library checks in one step each, with an error object for each missing name.
 * Every name counts as a step of the budget.
 */
final class BudgetedNames {

    private BudgetedNames() {}

    static List<Keyword> keywords() {
        return List.of(
                new NamesKeyword(KeywordType.REQUIRED, Required::new),
                new NamesKeyword(KeywordType.DEPENDENT_REQUIRED, Dependent::new),
                new NamesKeyword(KeywordType.DEPENDENCIES, Dependencies::new));
    }

    @FunctionalInterface
    private interface Factory {

        KeywordValidator create(SchemaLocation location, JsonNode value, Schema parent, SchemaContext context);
    }

    private record NamesKeyword(KeywordType type, Factory factory) implements Keyword {

        @Override
        public String getValue() {
            return this.type.getValue();
        }

        @Override
        public KeywordValidator newValidator(
                SchemaLocation location, JsonNode value, Schema parent, SchemaContext context) {
            return this.factory.create(location, value, parent, context);
        }
    }

    private static void spend(int names) {
        Budget budget = Budget.current();
        if (budget != null) {
            budget.steps(names);
        }
    }

    /** Number of names in all lists. */
    private static int names(JsonNode lists) {
        int names = 0;
        for (JsonNode list : lists) {
            names += list.isArray() ? list.size() : 1;
        }
        return names;
    }

    private static final class Required extends RequiredValidator {

        private final int names;

        Required(SchemaLocation location, JsonNode value, Schema parent, SchemaContext context) {
            super(location, value, parent, context);
            this.names = value.size();
        }

        @Override
        public void validate(ExecutionContext context, JsonNode node, JsonNode root, NodePath location) {
            spend(this.names);
            super.validate(context, node, root, location);
        }
    }

    private static final class Dependent extends DependentRequired {

        private final int names;

        Dependent(SchemaLocation location, JsonNode value, Schema parent, SchemaContext context) {
            super(location, value, parent, context);
            this.names = names(value);
        }

        @Override
        public void validate(ExecutionContext context, JsonNode node, JsonNode root, NodePath location) {
            spend(this.names);
            super.validate(context, node, root, location);
        }
    }

    private static final class Dependencies extends DependenciesValidator {

        private final int names;

        Dependencies(SchemaLocation location, JsonNode value, Schema parent, SchemaContext context) {
            super(location, value, parent, context);
            this.names = names(value);
        }

        @Override
        public void validate(ExecutionContext context, JsonNode node, JsonNode root, NodePath location) {
            spend(this.names);
            super.validate(context, node, root, location);
        }
    }
}
