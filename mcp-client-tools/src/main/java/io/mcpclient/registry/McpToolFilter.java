package io.mcpclient.registry;

/**
 * Decides which tools of the registry a model is offered, and which may be called through the registry. A tool is offered if
 * all filters accept it.
 *
 * <pre>{@code
 * McpToolFilter readersRead = (tool, selection) -> !isReader(selection.principal()) || isReadOnly(tool.tool());
 * }</pre>
 *
 * <p>Called for each tool by {@link McpToolRegistry#select}, and for the called tool by the calls of the registry: a model that
 * names a tool which it was not offered cannot call it. Calls of a client do not pass the registry. A filter that throws
 * rejects the tool, and the failure is logged once. Must not block; thread-safe.
 */
@FunctionalInterface
public interface McpToolFilter {

    /**
     * Returns whether a tool may be offered and called.
     * @param tool the tool, with its untrusted definition
     * @param selection what is selected, with the principal and the query if they are known. For a call, it has the principal in
     *     the context of the call, if there is one
     * @return whether to offer it
     */
    boolean accepts(McpRegisteredTool tool, McpToolSelection selection);
}
