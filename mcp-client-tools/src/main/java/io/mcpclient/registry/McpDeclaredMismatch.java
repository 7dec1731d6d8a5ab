package io.mcpclient.registry;

/**
 * What happens to a declared tool that its server defines differently, see {@link McpServerTools#withDeclared}. Members that a
 * declaration does not have are not compared.
 */
public enum McpDeclaredMismatch {

    /** The definition of the server is used. One warning names the differences. */
    WARN,

    /** The definition of the server is used. */
    REPLACE,

    /**
     * The registry does not have the tool until its server defines it as declared. One warning names the differences. A call waits
     * until the server has been asked, and is rejected if they differ.
     */
    FAIL
}
