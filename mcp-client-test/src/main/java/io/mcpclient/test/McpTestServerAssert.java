package io.mcpclient.test;

import java.util.List;

import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions on what a test server has received; their messages show the calls, one per line, with long values cut. */
public final class McpTestServerAssert extends AbstractAssert<McpTestServerAssert, McpTestServer> {

    private static final Arguments API = new Arguments("McpTestServerAssert");

    private @Nullable String tool;

    McpTestServerAssert(McpTestServer server) {
        super(server, McpTestServerAssert.class);
    }

    /**
     * Verifies that a tool was called at least once. Assertions on arguments that follow apply to the calls of this tool.
     * @param tool name of the tool
     * @return this
     */
    public McpTestServerAssert hasReceivedCall(String tool) {
        isNotNull();
        this.tool = API.present(tool, "tool");
        if (this.actual.calls(tool).isEmpty()) {
            failWithMessage("Expected a call of \"%s\"\nbut %s", tool, received());
        }
        return this;
    }

    /**
     * Verifies how often a tool was called.
     * @param tool name of the tool
     * @param count number of calls
     * @return this
     */
    public McpTestServerAssert hasReceivedCalls(String tool, int count) {
        isNotNull();
        this.tool = API.present(tool, "tool");
        API.count(count, "count");
        int actual = this.actual.calls(tool).size();
        if (actual != count) {
            failWithMessage(
                    "Expected %s of \"%s\"\nbut there were %d: %s",
                    ServerScript.count(count), tool, actual, received());
        }
        return this;
    }

    /**
     * Verifies that no tool was called.
     * @return this
     */
    public McpTestServerAssert hasReceivedNoCalls() {
        isNotNull();
        if (!this.actual.calls().isEmpty()) {
            failWithMessage("Expected no calls\nbut %s", received());
        }
        return this;
    }

    /**
     * Verifies that one of the calls had exactly these arguments.
     * @param arguments a map, record or bean
     * @return this
     */
    public McpTestServerAssert withArguments(Object arguments) {
        API.present(arguments, "arguments");
        if (calls().stream().noneMatch(call -> Json.same(call.arguments(), arguments))) {
            failWithMessage(
                    "Expected a call of \"%s\" with the arguments\n  %s\nbut %s",
                    this.tool, Json.excerpt(arguments), received());
        }
        return this;
    }

    /**
     * Verifies that one of the calls had this argument.
     * @param name name of the argument
     * @param value value of the argument
     * @return this
     */
    public McpTestServerAssert withArgument(String name, Object value) {
        API.present(name, "name");
        API.present(value, "value");
        if (calls().stream().noneMatch(call -> Json.same(call.arguments().get(name), value))) {
            failWithMessage(
                    "Expected a call of \"%s\" with the argument\n  \"%s\": %s\nbut %s",
                    this.tool, name, Json.excerpt(value), received());
        }
        return this;
    }

    private List<McpTestCall> calls() {
        String named = this.tool;
        if (named == null) {
            throw new IllegalStateException("Use hasReceivedCall or hasReceivedCalls first.");
        }
        return this.actual.calls(named);
    }

    private String received() {
        return this.actual + " " + this.actual.describeCalls();
    }
}
