package io.mcpclient.internal.inbound;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

import io.mcpclient.handler.ReactiveMcpElicitationHandler;
import io.mcpclient.handler.ReactiveMcpUrlElicitationHandler;
import io.mcpclient.schema.ElicitAction;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.RequestedSchema;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class ElicitationFeatureTests {

    private static final String METHOD = "elicitation/create";

    private static final ProtocolRevision LATEST = ProtocolRevision.V2025_11_25;

    private static final String UNFIT =
            "its request elicitation/create failed: the handler's response cannot be sent: ";

    private final AtomicInteger called = new AtomicInteger();

    private volatile ElicitResult result = ElicitResult.accept(Map.of());

    private volatile RequestedSchema shown = RequestedSchema.of(Map.of());

    private final ServerRequestFixture forms =
            new ServerRequestFixture(McpHandlers.none().with(ReactiveMcpElicitationHandler.class, (params, context) -> {
                this.shown = params.requestedSchema();
                return answer();
            }));

    private final ServerRequestFixture urls = new ServerRequestFixture(
            McpHandlers.none().with(ReactiveMcpUrlElicitationHandler.class, (params, context) -> answer()));

    @AfterEach
    void close() {
        this.forms.close();
        this.urls.close();
    }

    private Mono<ElicitResult> answer() {
        this.called.incrementAndGet();
        return Mono.just(this.result);
    }

    private static String form(String schema) {
        return "{\"message\":\"m\",\"requestedSchema\":" + schema + "}";
    }

    /** A form with one field {@code f}. */
    private static String field(String field, boolean required) {
        return form("{\"type\":\"object\",\"properties\":{\"f\":" + field + "}"
                + (required ? ",\"required\":[\"f\"]}" : "}"));
    }

    private static String url(String url) {
        return "{\"mode\":\"url\",\"message\":\"m\",\"elicitationId\":\"e1\",\"url\":\"" + url + "\"}";
    }

    @SuppressWarnings("unchecked")
    private void fillIn(String content) {
        this.result = new ElicitResult(
                ElicitAction.ACCEPT,
                (Map<String, Object>) Objects.requireNonNull(ServerRequestFixture.CODEC.fromJson(content, Map.class)),
                null,
                Map.of());
    }

    private String sent(String params) {
        return this.forms.answer(METHOD, params, LATEST);
    }

    // modes

    // ELI-02, ELI-16
    @ParameterizedTest
    @ValueSource(strings = {"", "\"mode\":\"form\",", "\"mode\":null,", "\"task\":{\"ttl\":1},"})
    void formIsAcceptedWithAndWithoutMode(String mode) {
        String params = "{" + mode + "\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}";

        assertThat(sent(params)).isEqualTo("{\"action\":\"accept\",\"content\":{}}");
    }

    // ELI-03, CAP-04
    @Test
    void answerWhenModeIsNotDeclaredIsRejected() {
        String refused = "-32602 Elicitation mode is not supported";

        assertThat(this.forms.refusal(METHOD, url("https://example.com/"), LATEST))
                .isEqualTo(refused);
        assertThat(this.urls.refusal(METHOD, field("{\"type\":\"string\"}", false), LATEST))
                .isEqualTo(refused);
        assertThat(this.forms.refusal(METHOD, "{\"mode\":\"voice\",\"message\":\"m\"}", LATEST))
                .isEqualTo(refused);
        assertThat(this.forms.refusal(METHOD, "{\"mode\":7}", LATEST)).isEqualTo(refused);
        assertThat(this.called).hasValue(0);
    }

    // ELI-18: addresses exist from 2025-11-25 on
    @Test
    void answerWhenRevisionLacksUrlElicitationIsRejected() {
        try (ServerRequestFixture both = new ServerRequestFixture(McpHandlers.none()
                .with(ReactiveMcpElicitationHandler.class, (params, context) -> answer())
                .with(ReactiveMcpUrlElicitationHandler.class, (params, context) -> answer()))) {
            assertThat(both.refusal(METHOD, url("https://example.com/"), ProtocolRevision.V2025_06_18))
                    .isEqualTo("-32602 Elicitation mode is not supported");
            assertThat(both.answer(METHOD, url("https://example.com/"), LATEST)).isEqualTo("{\"action\":\"accept\"}");
        }
    }

    // ELI-08: flat and primitive, or not at all
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"object","properties":{"f":{"type":"object","properties":{}}}}|requestedSchema has a property that is not primitive
            {"type":"object","properties":{"f":{"type":"array","items":{"type":"object"}}}}|requestedSchema has a property that is not primitive
            {"type":"object","properties":{"f":{"$ref":"#/x"}}}|requestedSchema has a property that is not primitive
            {"type":"object","properties":{"f":{"$ref":"https://example.com/s"}}}|requestedSchema has a property that is not primitive
            {"type":"object","properties":{"f":{"$ref":"#/$defs/o"}},"$defs":{"o":{"type":"object"}}}|requestedSchema has a property that is not primitive
            {"type":"object","properties":{"f":{"$ref":"#/$defs/r"}},"$defs":{"r":{"$ref":"#/$defs/r"}}}|requestedSchema has a property that is not primitive
            {"type":"object","properties":{"f":{"$ref":"#/$defs/r"}},"$defs":{"r":{"anyOf":[{"$ref":"#/$defs/r"},{"type":"null"}]}}}|requestedSchema has a property that is not primitive
            {"type":"object","properties":{"f":{"$ref":"#/$defs/r"}},"$defs":{"r":{"type":"array","items":{"$ref":"#/$defs/r"}}}}|requestedSchema has a property that is not primitive
            {"type":"object","properties":{"f":{"anyOf":[{"type":"object"},{"type":"null"}]}}}|requestedSchema has a property that is not primitive
            {"type":"object","properties":{"f":{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"null"}]}}}|requestedSchema has a property that is not primitive
            {"type":"object","properties":{"f":{"anyOf":[{"type":"string"},{"type":"integer"}]}}}|requestedSchema has a property that is not primitive
            {"type":"object","properties":{"f":{"type":["string","integer"]}}}|requestedSchema has a property that is not primitive
            {"type":"object","properties":{"f":{"type":["object","null"]}}}|requestedSchema has a property that is not primitive
            {"type":"object","properties":{"f":{"enum":["a",{}]}}}|requestedSchema has a property that is not primitive
            {"type":"object","properties":{"f":{"type":"null"}}}|requestedSchema has a property that is not primitive
            {"type":"array","properties":{}}|requestedSchema is not of type object
            {"type":"object","properties":{},"required":["f"]}|requestedSchema requires a property that it does not define
            {"type":"object","properties":{"f":null}}|Invalid params
            {"type":"object","properties":7}|Invalid params
            null|Invalid params
            """)
    void answerWhenFormSchemaIsNotAllowedIsRejected(String schema, String refusal) {
        assertThat(this.forms.refusal(METHOD, form(schema), LATEST)).isEqualTo("-32602 " + refusal);
        assertThat(this.called).hasValue(0);
    }

    // ELI-08 to ELI-13: fields as pydantic and FastMCP write them
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"anyOf":[{"type":"string","maxLength":3},{"type":"null"}],"default":null,"title":"F"}|{"type":"string","maxLength":3,"title":"F"}|"abc"
            {"oneOf":[{"type":"null"},{"type":"integer"}],"default":4}|{"type":"integer","default":4}|7
            {"type":["string","null"]}|{"type":"string"}|"abc"
            {"type":["null","boolean"]}|{"type":"boolean"}|true
            {"type":["number"]}|{"type":"number"}|1.5
            {"type":["string","null"],"enum":["a",null]}|{"type":"string","enum":["a"]}|"a"
            {"anyOf":[{"enum":["a","b"],"type":"string"},{"type":"null"}]}|{"enum":["a","b"],"type":"string"}|"b"
            {"anyOf":[{"const":"a","title":"A"},{"type":"null"}]}|{"oneOf":[{"const":"a","title":"A"}],"type":"string"}|"a"
            {"oneOf":[{"const":"a","title":"A"},{"const":"b"}]}|{"oneOf":[{"const":"a","title":"A"},{"const":"b"}],"type":"string"}|"b"
            {"enum":["a","b"]}|{"enum":["a","b"],"type":"string"}|"b"
            {"$ref":"#/$defs/S"}|{"type":"string","enum":["a","b"],"title":"S"}|"b"
            {"$ref":"#/definitions/I","title":"F"}|{"type":"integer","title":"F"}|7
            {"allOf":[{"$ref":"#/$defs/S"}],"default":"a"}|{"type":"string","enum":["a","b"],"title":"S","default":"a"}|"b"
            {"anyOf":[{"$ref":"#/$defs/S"},{"type":"null"}],"default":null}|{"type":"string","enum":["a","b"],"title":"S"}|"b"
            {"type":"array","items":{"$ref":"#/$defs/S"}}|{"type":"array","items":{"type":"string","enum":["a","b"],"title":"S"}}|["a","b"]
            {"type":"array","items":{"oneOf":[{"const":"a"}]}}|{"type":"array","items":{"type":"string","anyOf":[{"const":"a"}]}}|["a"]
            {"anyOf":[{"type":"array","items":{"enum":["a"]}},{"type":"null"}]}|{"type":"array","items":{"enum":["a"],"type":"string"}}|["a"]
            """)
    void fieldsInOtherNotationsAreShownInThatOfTheProtocol(String field, String shown, String value) {
        fillIn("{\"f\":" + value + "}");
        String form =
                form("{\"type\":\"object\",\"properties\":{\"f\":" + field + "},\"$defs\":{\"S\":{\"type\":\"string\","
                        + "\"enum\":[\"a\",\"b\"],\"title\":\"S\"}},\"definitions\":{\"I\":{\"type\":\"integer\"}}}");

        assertThat(sent(form)).isEqualTo("{\"action\":\"accept\",\"content\":{\"f\":" + value + "}}");
        assertThat(this.shown.properties().get("f").keywords())
                .isEqualTo(ServerRequestFixture.CODEC.fromJson(shown, Map.class));
    }

    // What pydantic accepts: it requires a nullable field without a default
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}|true|{\"f\":null}",
                "{\"type\":[\"string\",\"null\"],\"default\":null}|true|{\"f\":null}",
                "{\"type\":[\"string\",\"null\"],\"default\":\"a\"}|true|{\"f\":\"a\"}",
                "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}],\"default\":null}|false|{}"
            })
    void nullableFieldsAreOptional(String field, boolean isRequired, String content) {
        assertThat(sent(field(field, isRequired))).isEqualTo("{\"action\":\"accept\",\"content\":" + content + "}");
        assertThat(this.shown.required()).isEmpty();
    }

    @Test
    void valuesOfFieldsInOtherNotationsAreChecked() {
        fillIn("{\"f\":7}");

        assertThat(this.forms.refusal(METHOD, field("{\"type\":[\"string\",\"null\"]}", true), LATEST))
                .startsWith("-32603");
    }

    // content

    // ELI-14: every kind of default, in the order of the form
    @Test
    void answerFillsDefaultsIntoMissingFields() {
        String form = form("{\"type\":\"object\",\"properties\":{"
                + "\"name\":{\"type\":\"string\",\"default\":\"John Doe\"},"
                + "\"age\":{\"type\":\"integer\",\"default\":30},"
                + "\"score\":{\"type\":\"number\",\"default\":95.5},"
                + "\"status\":{\"type\":\"string\",\"enum\":[\"active\",\"inactive\"],\"default\":\"active\"},"
                + "\"titled\":{\"type\":\"string\",\"oneOf\":[{\"const\":\"a\",\"title\":\"A\"}],\"default\":\"a\"},"
                + "\"old\":{\"type\":\"string\",\"enum\":[\"x\"],\"enumNames\":[\"X\"],\"default\":\"x\"},"
                + "\"many\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"p\",\"q\"]},"
                + "\"default\":[\"q\"]},"
                + "\"verified\":{\"type\":\"boolean\",\"default\":true},"
                + "\"nothing\":{\"type\":\"string\"}},\"required\":[\"name\",\"verified\"]}");

        assertThat(sent(form))
                .isEqualTo("{\"action\":\"accept\",\"content\":{\"name\":\"John Doe\",\"age\":30,\"score\":95.5,"
                        + "\"status\":\"active\",\"titled\":\"a\",\"old\":\"x\",\"many\":[\"q\"],\"verified\":true}}");
    }

    // ELI-14: what was filled in stays, null is left out
    @Test
    void answerDoesNotOverrideSubmittedValuesWithDefaults() {
        String form = field("{\"type\":\"boolean\",\"default\":true}", true);

        fillIn("{\"f\":false}");
        assertThat(sent(form)).contains("{\"f\":false}");

        this.result = new ElicitResult(ElicitAction.ACCEPT, Collections.singletonMap("f", null), null, Map.of());
        assertThat(sent(form)).contains("{\"f\":true}");

        this.result = ElicitResult.accept();
        assertThat(sent(form)).contains("{\"f\":true}");
    }

    // ELI-14: a default of any size goes back as it came
    @Test
    void answerWithADefaultBeyondTheRangeOfDoubleKeepsItsValue() {
        assertThat(sent(field("{\"type\":\"number\",\"default\":1e999}", true)))
                .isEqualTo("{\"action\":\"accept\",\"content\":{\"f\":1E+999}}");
        assertThat(sent(field("{\"type\":\"number\",\"maximum\":10,\"default\":1e999}", false)))
                .isEqualTo("{\"action\":\"accept\",\"content\":{}}");
    }

    // ELI-14: a default that breaks the rules of its field is none
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"string\",\"enum\":[\"a\"],\"default\":\"b\"}",
                "{\"type\":\"integer\",\"default\":1.5}",
                "{\"type\":\"string\",\"minLength\":5,\"default\":\"abc\"}",
                "{\"type\":\"boolean\",\"default\":\"yes\"}",
                "{\"type\":\"number\",\"default\":\"1e999\"}",
            })
    void answerWhenDefaultIsInvalidOmitsTheField(String field) {
        assertThat(sent(field(field, false))).isEqualTo("{\"action\":\"accept\",\"content\":{}}");

        assertThat(this.forms.refusal(METHOD, field(field, true), LATEST)).isEqualTo("-32603 Internal error");
        assertThat(this.forms.warnings()).contains(UNFIT + "field \"f\" is required and was left out");
    }

    // ELI-09 to ELI-13, ELI-15: what fits
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"string"}|""
            {"type":"string","minLength":2,"maxLength":2,"pattern":"["}|"\uD83D\uDE00x"
            {"type":"string","format":"email"}|"a@b"
            {"type":"string","format":"uri"}|"urn:x:y"
            {"type":"string","format":"date"}|"2026-02-28"
            {"type":"string","format":"date-time"}|"2026-02-28T23:59:59.5Z"
            {"type":"string","format":"date-time"}|"2026-02-28T23:59:59+02:00"
            {"type":"string","format":"phone"}|"anything"
            {"type":"string","minLength":"x"}|"a"
            {"type":"number","minimum":0.1,"maximum":0.3}|0.3
            {"type":"number"}|12345678901234567890
            {"type":"integer","minimum":-1,"maximum":3}|3
            {"type":"boolean"}|true
            {"type":"string","enum":["a","b"]}|"b"
            {"type":"string","enum":["a"],"enumNames":["A"]}|"a"
            {"type":"string","oneOf":[{"const":"a","title":"A"}]}|"a"
            {"type":"array","items":{"type":"string","enum":["a","b"]},"minItems":1,"maxItems":2}|["b","a"]
            {"type":"array","items":{"anyOf":[{"const":"a","title":"A"}]}}|[]
            """)
    void answerWhenValueMatchesItsFieldSendsItUnchanged(String field, String value) {
        fillIn("{\"f\":" + value + "}");

        assertThat(sent(field(field, true))).isEqualTo("{\"action\":\"accept\",\"content\":{\"f\":" + value + "}}");
    }

    // ELI-10: not all servers take 3.0 for an integer
    @Test
    void answerWritesWholeNumbersOfIntegerFieldsWithoutAFraction() {
        fillIn("{\"f\":3.0}");

        assertThat(sent(field("{\"type\":\"integer\"}", true))).contains("{\"f\":3}");
    }

    // ELI-09 to ELI-13, ELI-15: what does not fit is not sent, and the log names field and rule but not the value
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"string"}|7|is not a string
            {"type":"string","minLength":3}|"ab"|is shorter than 3 characters
            {"type":"string","maxLength":3}|"abcd"|is longer than 3 characters
            {"type":"string","format":"email"}|"nobody"|is not a valid email
            {"type":"string","format":"uri"}|"no scheme"|is not a valid uri
            {"type":"string","format":"uri"}|"/relative"|is not a valid uri
            {"type":"string","format":"date"}|"2026-02-30"|is not a valid date
            {"type":"string","format":"date-time"}|"2026-02-28"|is not a valid date-time
            {"type":"number"}|"7"|is not a number
            {"type":"number"}|true|is not a number
            {"type":"number","minimum":0.5}|0.4|is below 0.5
            {"type":"number","maximum":0.5}|0.6|is above 0.5
            {"type":"integer"}|1.5|is not an integer
            {"type":"boolean"}|"true"|is not a boolean
            {"type":"string","enum":["a"]}|"A"|has the value "A", which is not one of "a"
            {"type":"string","enum":["a"],"enumNames":["A"]}|"A"|has the value "A", which is not one of "a"
            {"type":"string","oneOf":[{"const":"a","title":"A"}]}|"A"|has the value "A", which is not one of "a"
            {"type":"array","items":{"type":"string","enum":["a"]}}|"a"|is not a list of strings
            {"type":"array","items":{"type":"string","enum":["a"]}}|["a","b"]|has the value "b", which is not one of "a"
            {"type":"array","items":{"anyOf":[{"const":"a","title":"A"}]}}|["A"]|has the value "A", which is not one of "a"
            {"type":"array","items":{"type":"string","enum":["a"]},"minItems":1}|[]|has fewer than 1 values
            {"type":"array","items":{"type":"string","enum":["a","b"]},"maxItems":1}|["a","b"]|has more than 1 values
            """)
    void answerWhenValueDoesNotMatchIsAnErrorAndAWarning(String field, String value, String problem) {
        fillIn("{\"f\":" + value + "}");

        assertThat(this.forms.refusal(METHOD, field(field, false), LATEST)).isEqualTo("-32603 Internal error");
        assertThat(this.forms.warnings())
                .isEqualTo("WARN MCP server \"weather\": " + UNFIT + "field \"f\" " + problem + "\n");
    }

    // ELI-15: what was not asked for does not get out
    @Test
    void answerWhenAFieldIsNotInTheFormIsAnErrorAndAWarning() {
        fillIn("{\"f\":\"a\",\"other\":\"s3cret\"}");

        assertThat(this.forms.refusal(METHOD, field("{\"type\":\"string\"}", true), LATEST))
                .isEqualTo("-32603 Internal error");
        assertThat(this.forms.warnings())
                .contains("field \"other\" is not in the form")
                .doesNotContain("s3cret");
    }

    @Test
    void answerWhenANumberIsNotFiniteIsAnErrorAndAWarning() {
        this.result = ElicitResult.accept(Map.of("f", Double.NaN));

        assertThat(this.forms.refusal(METHOD, field("{\"type\":\"number\"}", true), LATEST))
                .isEqualTo("-32603 Internal error");
    }

    // ELI-05, ELI-16: content only with an accepted form
    @Test
    void answerWhenNotAcceptedHasNoContent() {
        String form = field("{\"type\":\"string\",\"default\":\"d\"}", true);

        this.result = new ElicitResult(ElicitAction.DECLINE, Map.of("f", "x"), null, Map.of());
        assertThat(sent(form)).isEqualTo("{\"action\":\"decline\"}");

        this.result = new ElicitResult(ElicitAction.CANCEL, Map.of("f", 7), null, Map.of());
        assertThat(sent(form)).isEqualTo("{\"action\":\"cancel\"}");

        this.result = new ElicitResult(new ElicitAction("maybe"), null, null, Map.of());
        assertThat(this.forms.refusal(METHOD, form, LATEST)).isEqualTo("-32603 Internal error");
        assertThat(this.forms.warnings()).contains(UNFIT + "unknown action: maybe");
    }

    // I10
    @Test
    void answerWhenAFormIsTooLargeIsRejected() {
        String many = IntStream.range(0, 65)
                .mapToObj(i -> "\"f" + i + "\":{\"type\":\"string\"}")
                .collect(Collectors.joining(","));
        String lengthy = "\"f\":{\"type\":\"string\",\"description\":\"" + "x".repeat(16 * 1024) + "\"}";

        assertThat(refusal(many)).isEqualTo("-32602 requestedSchema has more than 64 properties");
        assertThat(refusal(lengthy)).isEqualTo("-32602 requestedSchema is larger than 16384 bytes");
        assertThat(this.called).hasValue(0);
    }

    private String refusal(String fields) {
        return this.forms.refusal(METHOD, form("{\"type\":\"object\",\"properties\":{" + fields + "}}"), LATEST);
    }

    // I10
    @Test
    void answerWhenAFormAsksForManySecretsWarnsOnce() {
        String many = IntStream.range(0, 64)
                .mapToObj(i -> "\"password" + i + "\":{\"type\":\"string\"}")
                .collect(Collectors.joining(","));

        sent(form("{\"type\":\"object\",\"properties\":{" + many + "}}"));

        assertThat(this.forms.warnings())
                .containsOnlyOnce("a form appears to request a secret")
                .contains("(field \"password0\", \"password1\", \"password2\" and 61 more)");
    }

    // ELI-32, fault I10
    @ParameterizedTest
    @ValueSource(strings = {"password", "apiKey", "client_secret", "PIN", "access token"})
    void answerWhenAFormAsksForASecretWarns(String name) {
        this.forms.answer(
                METHOD, form("{\"type\":\"object\",\"properties\":{\"" + name + "\":{\"type\":\"string\"}}}"), LATEST);

        assertThat(this.forms.warnings()).contains("a form appears to request a secret (field \"" + name + "\")");
    }

    // ELI-32: a description that says what not to enter is no request; a name or a title counts for itself
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "amount | Amount  | Do *not* give us your PIN                              | false",
                "amount | Amount  | Never enter a password here, we don't need your PIN    | false",
                "amount | Amount  | Do not give us your phone number, pin, or the like     | false",
                "amount | Amount  | Never type a name, your address, or any password       | false",
                "amount | Amount  | Enter the amount, and your PIN                         | true",
                "amount | Amount  | This is not a game, enter your PIN                     | true",
                "amount | Amount  | If you have not set a PIN, enter your password         | true",
                "amount | The PIN | Not needed                                             | true",
                "pin    | Amount  | Do not give us your PIN                                | true",
            })
    void answerWhenADescriptionAsksNotToEnterASecretDoesNotWarn(
            String name, String title, String description, boolean isSuspected) {
        this.forms.answer(
                METHOD,
                form("{\"type\":\"object\",\"properties\":{\"" + name + "\":{\"type\":\"integer\",\"title\":\"" + title
                        + "\",\"description\":\"" + description + "\"}}}"),
                LATEST);

        assertThat(this.forms.warnings().contains("appears to request a secret"))
                .isEqualTo(isSuspected);
    }

    // ELI-32: most forms do not
    @Test
    void answerWhenAFormAsksForNoSecretDoesNotWarn() {
        this.forms.answer(
                METHOD,
                form("{\"type\":\"object\",\"properties\":{\"shipping\":{\"type\":\"string\"},"
                        + "\"tokens\":{\"type\":\"integer\"},\"pineapple\":{\"type\":\"boolean\"}}}"),
                LATEST);

        assertThat(this.forms.warnings()).isEmpty();
    }

    // addresses

    // ELI-16, ELI-18, ELI-25
    @ParameterizedTest
    @ValueSource(strings = {"https://example.com/pay?x=1", "http://localhost:8080/", "https://xn--pple-43d.com/"})
    void responseToAUrlElicitationHasNoContent(String url) {
        this.result = ElicitResult.accept(Map.of("f", "x"));

        assertThat(this.urls.answer(METHOD, url(url), LATEST)).isEqualTo("{\"action\":\"accept\"}");
        assertThat(this.called).hasValue(1);
    }

    // ELI-19, ELI-33: the handler never sees the others
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.com/",
                "file:///etc/passwd",
                "javascript:alert(1)",
                "https://u:s3cret@example.com/"
            })
    void answerWhenUrlIsUnsafeIsRejected(String url) {
        assertThat(this.urls.refusal(METHOD, url(url), LATEST)).isEqualTo("-32602 URL is not acceptable");
        assertThat(this.called).hasValue(0);
        assertThat(this.urls.warnings())
                .contains("WARN MCP server \"weather\": a URL was not shown to the user: the URL ")
                .doesNotContain("s3cret");
    }

    // the stateless revision asks the same in results
    @Test
    void responseIsTheSameForTheStatelessRevision() {
        assertThat(this.forms.answer(
                        METHOD, field("{\"type\":\"integer\",\"default\":3}", true), ProtocolRevision.V2026_07_28))
                .isEqualTo("{\"action\":\"accept\",\"content\":{\"f\":3}}");
        assertThat(this.called).hasValue(1);
    }
}
