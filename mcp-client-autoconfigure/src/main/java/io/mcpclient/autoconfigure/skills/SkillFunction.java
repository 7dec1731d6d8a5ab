package io.mcpclient.autoconfigure.skills;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.model.McpModelFunction;
import io.mcpclient.skills.McpSkillFunction;
import io.mcpclient.skills.McpSkillFunctions;

/** A function for skills, as models are offered it beside tools. The one that loads has the catalog in its description. */
final class SkillFunction implements McpModelFunction {

    private final McpSkillFunctions functions;

    private final McpSkillFunction function;

    SkillFunction(McpSkillFunctions functions, String name) {
        this.functions = functions;
        this.function = functions.functions().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public String name() {
        return this.function.name();
    }

    @Override
    public String description() {
        String catalog = name().equals(McpSkillFunctions.LOAD_SKILL) ? this.functions.catalog() : "";
        return catalog.isEmpty() ? this.function.description() : this.function.description() + "\n\n" + catalog;
    }

    @Override
    public String inputSchema() {
        return this.function.inputSchema();
    }

    @Override
    public String call(@Nullable String arguments, McpCallOptions options) {
        return this.function.call(arguments, options);
    }
}
