package io.mcpclient.model;

/**
 * Form in which a model is given the input schema of a tool. Calls are always checked against the schema as the server sent it.
 */
public enum McpSchemaForm {

    /**
     * Without what providers refuse: an object with {@code properties} at the root, no empty arrays for objects, other names for
     * properties such as {@code $top}, which calls of tools replace by the original ones. Arguments that the schema of the server
     * accepts are accepted.
     */
    PORTABLE,

    /**
     * As {@link #PORTABLE}, with local references resolved, and with what Gemini and the strict mode of OpenAI refuse replaced by
     * something wider.
     */
    INLINE,

    /** As the server sent it. */
    AS_SENT
}
