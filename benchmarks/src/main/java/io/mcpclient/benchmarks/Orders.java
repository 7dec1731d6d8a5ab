package io.mcpclient.benchmarks;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import tools.jackson.databind.json.JsonMapper;

/**
 * The structured content of the typed workloads: rows of about 160 bytes each.
 *
 * @param rows the rows
 */
record Orders(List<Row> rows) {

    /** What the server says about it in the list of tools. */
    static final String OUTPUT_SCHEMA = """
            {"type":"object","properties":{"rows":{"type":"array","items":{"type":"object","properties":{\
            "id":{"type":"integer","minimum":0},"customer":{"type":"string","minLength":1},"city":{"type":"string"},\
            "total":{"type":"number"},"currency":{"type":"string","enum":["EUR","USD"]},"paid":{"type":"boolean"},\
            "note":{"type":"string","maxLength":200}},"required":["id","customer","total","currency","paid"]}}},\
            "required":["rows"]}""";

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private static final int ROW_LENGTH = 160;

    /** One row. */
    record Row(long id, String customer, String city, double total, String currency, boolean paid, String note) {}

    /** The part of a response that the floors bind in one pass. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Envelope(Result result) {}

    /** The result of the call. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record Result(Orders structuredContent) {}

    /** Returns as many rows as the length allows. */
    static Orders ofLength(int length) {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < rowsOf(length); i++) {
            rows.add(new Row(
                    10_000 + i,
                    "Customer number " + i,
                    "Berlin",
                    19.75 + i,
                    "EUR",
                    i % 2 == 0,
                    "to be delivered before noon"));
        }
        return new Orders(rows);
    }

    /** Returns the number of rows that a length allows. */
    static int rowsOf(int length) {
        return length / ROW_LENGTH;
    }

    static Orders parse(String text) {
        return MAPPER.readValue(text, Orders.class);
    }

    static Orders ofResponse(byte[] message) {
        return MAPPER.readValue(message, Envelope.class).result().structuredContent();
    }

    static Orders convert(Object structuredContent) {
        return MAPPER.convertValue(structuredContent, Orders.class);
    }

    String json() {
        return MAPPER.writeValueAsString(this);
    }
}
