package io.mcpclient.registry;

/**
 * Size of what a model reads about one tool, and of its results. Numbers of tokens are estimates: four characters each, which is
 * close for English text and JSON with the tokenizers of common models.
 *
 * @param tool unique name in the registry
 * @param server configured name of the server
 * @param definitionCharacters UTF-16 characters of name, description and input schema as models get them, in each prompt that
 *     offers the tool
 * @param calls number of calls by models since the start
 * @param resultCharacters UTF-16 characters of the texts that models have read as results of these calls
 */
public record McpToolUsage(String tool, String server, int definitionCharacters, long calls, long resultCharacters) {

    private static final int CHARACTERS_PER_TOKEN = 4;

    /**
     * Estimates a number of tokens.
     * @param characters number of characters, not negative
     * @return a quarter of it, rounded up
     */
    public static long tokens(long characters) {
        return (characters + CHARACTERS_PER_TOKEN - 1) / CHARACTERS_PER_TOKEN;
    }

    /**
     * Returns the estimated size of the definition.
     * @return number of tokens
     */
    public long definitionTokens() {
        return tokens(this.definitionCharacters);
    }

    /**
     * Returns the estimated size of all results.
     * @return number of tokens
     */
    public long resultTokens() {
        return tokens(this.resultCharacters);
    }
}
