package io.mcpclient.benchmarks;

import java.util.StringJoiner;

/** The responses of the stub servers: what follows the id in the envelope. */
final class StubResults {

    static final String INITIALIZE = """
            "result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},\
            "serverInfo":{"name":"stub","version":"1"}}}""";

    static final String DISCOVER = """
            "result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}}""";

    static final String EMPTY = "\"result\":{}}";

    static final String UNKNOWN_METHOD = "\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}";

    static final String UNKNOWN_TOOL = "\"error\":{\"code\":-32602,\"message\":\"Unknown tool\"}}";

    private static final int TOOLS_PER_PAGE = Workload.TOOLS / Workload.PAGES;

    private StubResults() {}

    static String call(Workload workload) {
        if (workload.operation() == Operation.TYPED) {
            String json = workload.orders().json();
            String text = json.replace("\"", "\\\"");
            return "\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}],\"structuredContent\":"
                    + json + ",\"isError\":false}}";
        }
        String text = workload.text().replace("\n", "\\n");
        return "\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}],\"isError\":false}}";
    }

    /** Returns the list of the tools of all workloads. */
    static String tools() {
        StringJoiner list = new StringJoiner(",", "\"result\":{\"tools\":[", "]}}");
        for (Workload workload : Workload.values()) {
            String output = workload.operation() == Operation.TYPED ? ",\"outputSchema\":" + Orders.OUTPUT_SCHEMA : "";
            list.add("{\"name\":\"" + workload.key() + "\",\"inputSchema\":{\"type\":\"object\"}" + output + "}");
        }
        return list.toString();
    }

    /** Returns one page of the long list; the cursor is the number of the page. */
    static String page(int number) {
        String next = number + 1 < Workload.PAGES ? ",\"nextCursor\":\"" + (number + 1) + "\"" : "";
        StringJoiner list = new StringJoiner(",", "\"result\":{\"tools\":[", "]" + next + "}}");
        for (int i = number * TOOLS_PER_PAGE; i < (number + 1) * TOOLS_PER_PAGE; i++) {
            list.add("""
                    {"name":"records_%d","title":"Records of department %d","description":"Reads the records of department %d \
                    that were changed within a period, the latest first.","inputSchema":{"type":"object","properties":\
                    {"from":{"type":"string","format":"date","description":"First day of the period"},\
                    "to":{"type":"string","format":"date","description":"Last day of the period"},\
                    "limit":{"type":"integer","minimum":1,"maximum":100}},"required":["from"]},\
                    "annotations":{"readOnlyHint":true}}""".formatted(i, i, i));
        }
        return list.toString();
    }

    /** Returns a complete notification about the progress of a call, around the token. */
    static String beforeProgressToken() {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":";
    }

    static String afterProgressToken(int number) {
        return ",\"progress\":" + number + ",\"total\":" + Workload.PROGRESS_EVENTS + ",\"message\":\"Step " + number
                + "\"}}";
    }
}
