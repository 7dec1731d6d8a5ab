package io.mcpclient.model;

import java.time.Duration;
import java.util.Objects;

/**
 * Settings of what models are given of tools, and of how their calls are read. Immutable; the methods return copies.
 *
 * @param results what a model reads of results, all decided; servers and tools may have rules of their own
 * @param schemas form of the input schemas
 * @param convertArguments whether argument values of the wrong JSON type are converted, where the schema of the tool says so and the
 *     conversion is exact
 * @param cleanResults whether invisible characters are removed from results
 * @param openResources whether a model may read resources by URIs that no server lists and no listed template matches
 * @param keepUnavailable how long the tools of a server that was connected are offered while it is not; zero for not at all
 * @param awaitReady how long prompts wait for a server that was never connected, counted from the first of them; zero for not at all
 * @param parallel whether calls of one turn run in parallel, where a framework allows it; calls of tools that write never do
 */
public record McpModelSettings(
        McpResultRules results,
        McpSchemaForm schemas,
        boolean convertArguments,
        boolean cleanResults,
        boolean openResources,
        Duration keepUnavailable,
        Duration awaitReady,
        boolean parallel) {

    private static final McpModelSettings DEFAULTS = new McpModelSettings(
            McpResultRules.defaults(),
            McpSchemaForm.PORTABLE,
            true,
            false,
            false,
            Duration.ofMinutes(10),
            Duration.ofSeconds(5),
            false);

    /**
     * Completes the rules for results and checks the durations.
     * @throws IllegalArgumentException if a duration is negative
     */
    public McpModelSettings {
        results = results.orElse(McpResultRules.defaults());
        Objects.requireNonNull(schemas, "schemas");
        require(keepUnavailable, "keepUnavailable");
        require(awaitReady, "awaitReady");
    }

    private static void require(Duration duration, String name) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException(name + " is negative: " + duration);
        }
    }

    /**
     * Returns the defaults.
     * @return portable schemas, converted arguments, tools of lost servers for ten minutes, at most five seconds of waiting
     */
    public static McpModelSettings defaults() {
        return DEFAULTS;
    }

    /**
     * Sets what a model reads of results.
     * @param results rules; what they do not decide is as by default
     * @return the copy
     */
    public McpModelSettings withResults(McpResultRules results) {
        return new McpModelSettings(
                results,
                this.schemas,
                this.convertArguments,
                this.cleanResults,
                this.openResources,
                this.keepUnavailable,
                this.awaitReady,
                this.parallel);
    }

    /**
     * Sets the form of input schemas.
     * @param schemas {@link McpSchemaForm#PORTABLE} by default
     * @return the copy
     */
    public McpModelSettings withSchemas(McpSchemaForm schemas) {
        return new McpModelSettings(
                this.results,
                schemas,
                this.convertArguments,
                this.cleanResults,
                this.openResources,
                this.keepUnavailable,
                this.awaitReady,
                this.parallel);
    }

    /**
     * Sets whether argument values are converted.
     * @param convertArguments {@code true} by default
     * @return the copy
     */
    public McpModelSettings withConvertArguments(boolean convertArguments) {
        return new McpModelSettings(
                this.results,
                this.schemas,
                convertArguments,
                this.cleanResults,
                this.openResources,
                this.keepUnavailable,
                this.awaitReady,
                this.parallel);
    }

    /**
     * Sets whether invisible characters are removed from results.
     * @param cleanResults {@code false} by default
     * @return the copy
     */
    public McpModelSettings withCleanResults(boolean cleanResults) {
        return new McpModelSettings(
                this.results,
                this.schemas,
                this.convertArguments,
                cleanResults,
                this.openResources,
                this.keepUnavailable,
                this.awaitReady,
                this.parallel);
    }

    /**
     * Sets whether a model may read resources by any URI.
     * @param openResources {@code false} by default
     * @return the copy
     */
    public McpModelSettings withOpenResources(boolean openResources) {
        return new McpModelSettings(
                this.results,
                this.schemas,
                this.convertArguments,
                this.cleanResults,
                openResources,
                this.keepUnavailable,
                this.awaitReady,
                this.parallel);
    }

    /**
     * Sets how long the tools of a lost server are offered.
     * @param keepUnavailable ten minutes by default
     * @return the copy
     * @throws IllegalArgumentException if it is negative
     */
    public McpModelSettings withKeepUnavailable(Duration keepUnavailable) {
        return new McpModelSettings(
                this.results,
                this.schemas,
                this.convertArguments,
                this.cleanResults,
                this.openResources,
                keepUnavailable,
                this.awaitReady,
                this.parallel);
    }

    /**
     * Sets how long the first prompts wait.
     * @param awaitReady five seconds by default
     * @return the copy
     * @throws IllegalArgumentException if it is negative
     */
    public McpModelSettings withAwaitReady(Duration awaitReady) {
        return new McpModelSettings(
                this.results,
                this.schemas,
                this.convertArguments,
                this.cleanResults,
                this.openResources,
                this.keepUnavailable,
                awaitReady,
                this.parallel);
    }

    /**
     * Sets whether calls of one turn run in parallel.
     * @param parallel {@code false} by default
     * @return the copy
     */
    public McpModelSettings withParallel(boolean parallel) {
        return new McpModelSettings(
                this.results,
                this.schemas,
                this.convertArguments,
                this.cleanResults,
                this.openResources,
                this.keepUnavailable,
                this.awaitReady,
                parallel);
    }
}
