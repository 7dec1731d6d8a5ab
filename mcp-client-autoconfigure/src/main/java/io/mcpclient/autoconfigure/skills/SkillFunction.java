package io.mcpclient.autoconfigure.skills;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.model.McpModelFunction;
import io.mcpclient.skills.McpSkillFunction;
import io.mcpclient.skills.McpSkillFunctions;

/** A function for skills, as models are offered it beside tools. The one that loads has the catalog in its description. */
final class SkillFunction implements McpModelFunction {

    private final McpSkillFunctions functions;

    private final String name;

    SkillFunction(McpSkillFunctions functions, String name) {
        this.functions = functions;
        this.name = name;
    }

    private McpSkillFunction function() {
        return this.functions.functions().stream()
                .filter(candidate -> candidate.name().equals(this.name))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public String name() {
        return this.name;
    }

    @Override
    public String description() {
        String catalog = this.name.equals(McpSkillFunctions.LOAD_SKILL) ? this.functions.catalog() : "";
        return catalog.isEmpty() ? function().description() : function().description() + "\n\n" + catalog;
    }

    @Override
    public String inputSchema() {
        return function().inputSchema();
    }

    @Override
    public String call(@Nullable String arguments, McpCallOptions options) {
        return function().call(arguments, options);
    }
}
