package io.mcpclient.testkit;

/** Results of {@code tools/list} that tests of several modules use. */
public final class ToolLists {

    /** A tool of each kind that rules distinguish: harmless, secret, writing and destructive. */
    public static final String FILES = """
            {"tools":[\
            {"name":"read_file","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},\
            {"name":"read_secret","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},\
            {"name":"write_file","inputSchema":{"type":"object"},"annotations":{"destructiveHint":false}},\
            {"name":"delete_file","inputSchema":{"type":"object"}}]}""";

    private ToolLists() {}
}
