package io.mcpclient.support.validation;

import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;

/** Counts a step for each evaluated keyword, at the one call of the library that every keyword makes. */
final class BudgetedContext extends ExecutionContext {

    private final Budget budget;

    BudgetedContext(ExecutionConfig config, Budget budget) {
        super(config);
        this.budget = budget;
    }

    @Override
    public void evaluationPathAddLast(String keyword) {
        this.budget.step();
        super.evaluationPathAddLast(keyword);
    }
}
