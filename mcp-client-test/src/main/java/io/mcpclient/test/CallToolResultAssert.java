package io.mcpclient.test;

import org.assertj.core.api.AbstractAssert;

import io.mcpclient.schema.CallToolResult;

/** Assertions on the result of a tool. */
public final class CallToolResultAssert extends AbstractAssert<CallToolResultAssert, CallToolResult> {

    private static final Arguments API = new Arguments("CallToolResultAssert");

    CallToolResultAssert(CallToolResult result) {
        super(result, CallToolResultAssert.class);
    }

    /**
     * Verifies that the tool did not report a failure.
     * @return this
     */
    public CallToolResultAssert isSuccessful() {
        isNotNull();
        if (this.actual.isErrorResult()) {
            failWithMessage("Expected a successful result\nbut the tool failed:\n  %s", this.actual.text());
        }
        return this;
    }

    /**
     * Verifies that the tool reported a failure.
     * @return this
     */
    public CallToolResultAssert isError() {
        isNotNull();
        if (!this.actual.isErrorResult()) {
            failWithMessage("Expected a failure of the tool\nbut it returned:\n  %s", Json.excerpt(this.actual));
        }
        return this;
    }

    /**
     * Verifies the text.
     * @param text the text blocks, joined by line feeds
     * @return this
     */
    public CallToolResultAssert hasText(String text) {
        isNotNull();
        API.present(text, "text");
        if (!this.actual.text().equals(text)) {
            failWithMessage("Expected the text\n  \"%s\"\nbut it is\n  \"%s\"", text, this.actual.text());
        }
        return this;
    }

    /**
     * Verifies the structured content.
     * @param content a map, list, record or bean that is written as the same JSON
     * @return this
     */
    public CallToolResultAssert hasStructuredContent(Object content) {
        isNotNull();
        API.present(content, "content");
        if (!Json.same(this.actual.structuredContent(), content)) {
            failWithMessage(
                    "Expected the structured content\n  %s\nbut it is\n  %s",
                    Json.excerpt(content), Json.excerpt(this.actual.structuredContent()));
        }
        return this;
    }
}
