package io.mcpclient.testkit;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Both APIs of the model: what they refuse, how they answer, what is recorded. */
@Timeout(30)
class FakeModelTests {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final String USER = "{'role':'user','content':'x'}";

    private static final String CALLS =
            "{'role':'assistant','content':null,'tool_calls':[{'id':'c1','type':'function','function':{'name':'echo','arguments':'{}'}}]}";

    private static final String RESULT = "{'role':'tool','tool_call_id':'c1','content':'a'}";

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final FakeModel model = new FakeModel();

    @AfterEach
    void close() {
        this.model.close();
    }

    private HttpResponse<String> post(String url, String body) throws IOException, InterruptedException {
        return this.http.send(
                HttpRequest.newBuilder(URI.create(url))
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> chat(String members) throws IOException, InterruptedException {
        return post(
                this.model.openAiUrl() + "/chat/completions",
                ("{'model':'m'," + members + "}")
                        .replace("$USER", USER)
                        .replace("$CALLS", CALLS)
                        .replace("$RESULT", RESULT)
                        .replace('\'', '"'));
    }

    private HttpResponse<String> generate(String members) throws IOException, InterruptedException {
        return post(this.model.geminiUrl() + "/models/m:generateContent", ("{" + members + "}").replace('\'', '"'));
    }

    private JsonNode answered(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    // OpenAI

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            maxCharsPerColumn = 5000,
            value = {
                "'messages':[] | messages | Invalid 'messages': empty array",
                "'messages':[$USER],'tools':[] | tools | Invalid 'tools': empty array",
                "'messages':[$USER],'tool_choice':'auto' | tool_choice | only allowed when 'tools' are specified",
                "'messages':[$USER],'stream_options':{} | stream_options | only allowed when 'stream' is enabled",
                "'messages':[$USER],'tools':[{'type':'function','function':{'name':'a.b'}}] | tools[0].function.name | does not match pattern",
                "'messages':[$USER],'tools':[{'type':'function','function':{}}] | tools[0].function.name | Missing required parameter",
                "'messages':[$USER],'tools':[{'function':{'name':'a'}},{'function':{'name':'a'}}] | tools[1].function.name | not unique",
                "'messages':[$USER,$RESULT] | messages.[1].role | must be a response to a preceeding message",
                "'messages':[$USER,$CALLS] | messages.[2].role | did not have response messages: c1",
                "'messages':[$USER,$CALLS,$USER] | messages.[2].role | did not have response messages: c1",
                "'messages':[$USER,$CALLS,$USER,$RESULT] | messages.[2].role | did not have response messages: c1",
                "'messages':[$USER,$CALLS,{'role':'tool','tool_call_id':'c2','content':'a'}] | messages.[2].tool_call_id | 'c2' not found",
                "'messages':[$USER,$CALLS,$RESULT,$RESULT] | messages.[3].tool_call_id | 'c1' not found",
                "'messages':[$USER,$CALLS,{'role':'tool','content':'a'}] | messages[2].tool_call_id | Missing required parameter",
                "'messages':[$USER,$CALLS,{'role':'tool','tool_call_id':'c1'}] | messages.[2].content | expected a string, got null",
                "'messages':[$USER,$CALLS,{'role':'tool','tool_call_id':'c1','content':{}}] | messages.[2].content | got an object",
                "'messages':[$USER,$CALLS,{'role':'tool','tool_call_id':'c1','content':[]}] | messages[2].content | empty array",
                "'messages':[$USER,$CALLS,{'role':'tool','tool_call_id':'c1','content':[{'type':'image_url'}]}] | messages[2] | Image URLs are only allowed",
                "'messages':[$USER,$CALLS,{'role':'tool','tool_call_id':'c1','content':[{'type':'input_audio'}]}] | messages[2].content[0].type | Supported values",
                "'messages':[{'role':'user','content':null}] | messages.[0].content | expected a string, got null",
                "'messages':[{'role':'robot','content':'x'}] | messages[0].role | Invalid value: 'robot'",
                "'messages':[{'role':'assistant','tool_calls':[]}] | messages[0].tool_calls | empty array",
                "'messages':[{'role':'assistant','tool_calls':[{'id':'','type':'function','function':{'name':'a','arguments':''}}]}] | messages[0].tool_calls[0].id | empty string",
                "'messages':[{'role':'assistant','tool_calls':[{'type':'function','function':{'name':'a','arguments':''}}]}] | messages[0].tool_calls[0].id | Missing required",
                "'messages':[{'role':'assistant','tool_calls':[{'id':'1','type':'function','function':{'name':'a b','arguments':''}}]}] | messages[0].tool_calls[0].function.name | does not match pattern",
                "'messages':[{'role':'assistant','tool_calls':[{'id':'1','type':'function','function':{'name':'a','arguments':{}}}]}] | messages[0].tool_calls[0].function.arguments | Missing required",
                "'messages':[$USER,{'role':'assistant'}] | messages.[1].content | expected a string, got null"
            })
    void openAiRejectsRequestsThatTheRealApiRejects(String members, String param, String message) throws Exception {
        this.model.thenSay("answered");

        HttpResponse<String> refused = chat(members);

        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        JsonNode error = JSON.readTree(refused.body()).path("error");
        assertThat(error.path("message").asString("")).contains(message);
        assertThat(error.path("param").asString("")).isEqualTo(param);
        assertThat(error.path("type").asString("")).isEqualTo("invalid_request_error");
        assertThat(error.has("code")).isTrue();
        assertThat(this.model.refusals()).hasSize(1);
        // the turn is not used up
        assertThat(answered(chat("'messages':[$USER]"))
                        .at("/choices/0/message/content")
                        .asString(""))
                .isEqualTo("answered");
    }

    @Test
    void openAiRefusesNamesTextsAndListsThatAreTooLong() throws Exception {
        String longName = "'messages':[$USER],'tools':[{'function':{'name':'" + "a".repeat(65) + "'}}]";
        assertThat(chat(longName).body()).contains("string with maximum length 64", "string_above_max_length");
        String tools = IntStream.range(0, 129)
                .mapToObj(i -> "{'function':{'name':'t" + i + "'}}")
                .collect(Collectors.joining(","));
        assertThat(chat("'messages':[$USER],'tools':[" + tools + "]").body()).contains("array with maximum length 128");
        String longText = "'messages':[{'role':'user','content':'" + "x".repeat(10_485_761) + "'}]";
        assertThat(chat(longText).body()).contains("string with maximum length 10485760");
    }

    @Test
    void openAiAcceptsWholeConversations() throws Exception {
        this.model.thenSay("a").thenSay("b").thenSay("c");
        answered(
                chat(
                        "'messages':[{'role':'system','content':'s'},$USER,$CALLS,$RESULT,{'role':'assistant','content':'y'},"
                                + "{'role':'user','content':[{'type':'text','text':'see'},"
                                + "{'type':'image_url','image_url':{'url':'data:image/png;base64,AAAA'}}]}],"
                                + "'tools':[{'type':'function','function':{'name':'echo','parameters':{'type':'object','properties':{},'$id':'http://example.com/x'}}}]"));
        assertThat(this.model.userImages()).containsExactly("data:image/png;base64,AAAA");
        assertThat(this.model.toolNames()).containsExactly("echo");
        assertThat(this.model.lastRequest().toolTexts()).containsExactly("a");
        assertThat(this.model.lastToolTexts()).isEmpty();
        assertThat(this.model.messages()).hasSize(6);

        answered(chat(
                "'messages':[$USER,$CALLS,{'role':'tool','tool_call_id':'c1','content':[{'type':'text','text':'1'},"
                        + "{'type':'text','text':'2'}]}]"));
        assertThat(this.model.lastToolTexts()).containsExactly("1\n2");
        assertThat(this.model.refusals()).isEmpty();
    }

    @Test
    void openAiAnswersWithTextAndWithCalls() throws Exception {
        this.model.thenCall("echo", "{\"a\":").thenSay("see $id");

        JsonNode calls = answered(chat("'messages':[$USER]")).at("/choices/0");
        assertThat(calls.path("finish_reason").asString("")).isEqualTo("tool_calls");
        assertThat(calls.at("/message/tool_calls/0/function/name").asString("")).isEqualTo("echo");
        assertThat(calls.at("/message/tool_calls/0/function/arguments").asString(""))
                .isEqualTo("{\"a\":");
        JsonNode text = answered(chat("'messages':[$USER]")).at("/choices/0");
        assertThat(text.path("finish_reason").asString("")).isEqualTo("stop");
        assertThat(text.at("/message/content").asString("")).isEqualTo("see $id");
    }

    @Test
    void openAiStreamsTextsAndArgumentsInPieces() throws Exception {
        this.model.then(request -> new FakeModelTurn(
                "one \uD83D\uDE80 two",
                List.of(new FakeModelTurn.Call("echo", "{\"a\":1}"), new FakeModelTurn.Call("add", ""))));

        HttpResponse<String> response =
                chat("'messages':[$USER],'stream':true,'stream_options':{'include_usage':true}");

        assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
        List<String> data = response.body()
                .lines()
                .filter(line -> line.startsWith("data: "))
                .map(line -> line.substring(6))
                .toList();
        assertThat(data.get(data.size() - 1)).isEqualTo("[DONE]");
        List<JsonNode> chunks =
                data.stream().limit(data.size() - 1L).map(JSON::readTree).toList();
        assertThat(chunks.get(chunks.size() - 1).path("choices")).isEmpty();
        assertThat(chunks.get(chunks.size() - 1).at("/usage/total_tokens").isNumber())
                .isTrue();
        assertThat(joined(chunks, "/choices/0/delta/content")).isEqualTo("one \uD83D\uDE80 two");
        assertThat(joined(chunks, "/choices/0/delta/tool_calls/0/function/name"))
                .isEqualTo("echoadd");
        assertThat(joined(chunks, "/choices/0/delta/tool_calls/0/function/arguments"))
                .isEqualTo("{\"a\":1}");
        assertThat(joined(chunks, "/choices/0/finish_reason")).isEqualTo("tool_calls");
    }

    private static String joined(List<JsonNode> chunks, String pointer) {
        return chunks.stream().map(chunk -> chunk.at(pointer).asString("")).collect(Collectors.joining());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'object'} | false | object schema missing properties",
                "{'type':'object','properties':[]} | false | Invalid schema",
                "{'type':'object','properties':{'a':{'type':'string'}}} | true | 'additionalProperties' is required"
            })
    void openAiRejectsSchemasThatTheRealApiRejects(String schema, boolean strict, String message) throws Exception {
        String tool =
                "{'type':'function','function':{'name':'echo','strict':" + strict + ",'parameters':" + schema + "}}";
        HttpResponse<String> refused = chat("'messages':[$USER],'tools':[" + tool + "]");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains(message, "tools[0].function.parameters", "invalid_function_parameters");

        this.model.withoutSchemaChecks().thenSay("answered");
        answered(chat("'messages':[$USER],'tools':[" + tool + "]"));
    }

    @Test
    void geminiRejectsSchemasThatTheRealApiRejects() throws Exception {
        HttpResponse<String> refused =
                generate("'contents':[{'parts':[{'text':'x'}]}],'tools':[{'functionDeclarations':"
                        + "[{'name':'echo','parameters':{'type':'object','properties':{'a':{'type':'array'}}}}]}]");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("INVALID_ARGUMENT", "echo");
    }

    @Test
    void requestWithoutAScriptedTurnIsRejected() throws Exception {
        assertThat(chat("'messages':[$USER]").statusCode()).isEqualTo(400);
        assertThat(this.model.refusals()).hasSize(1);
        this.model.afterwards(request -> FakeModelTurn.say("always"));
        answered(chat("'messages':[$USER]"));
        answered(chat("'messages':[$USER]"));
    }

    // Gemini

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'contents':[] | contents is not specified",
                "'contents':[{'role':'assistant','parts':[{'text':'x'}]}] | valid role",
                "'contents':[{'role':'user','parts':[]}] | parts must not be empty",
                "'contents':[{'role':'user','parts':[{'functionResponse':{'name':'a','response':{}}}]}] | immediately after a function call turn",
                "'contents':[{'role':'model','parts':[{'functionCall':{'name':'a'}}]},{'role':'user','parts':[{'text':'x'}]}] | number of function response parts",
                "'contents':[{'role':'model','parts':[{'functionCall':{'name':'a'}}]}] | number of function response parts",
                "'contents':[{'role':'model','parts':[{'functionCall':{'name':'a'}},{'functionCall':{'name':'a'}}]},{'role':'user','parts':[{'functionResponse':{'name':'a','response':{}}}]}] | number of function response parts",
                "'contents':[{'role':'model','parts':[{'functionCall':{'name':'a'}}]},{'role':'user','parts':[{'text':'x'}]},{'role':'model','parts':[{'text':'x'}]},{'role':'user','parts':[{'functionResponse':{'name':'a','response':{}}}]}] | number of function response parts",
                "'contents':[{'role':'model','parts':[{'functionCall':{'name':'a'}}]},{'role':'user','parts':[{'functionResponse':{'name':'a','response':'x'}}]}] | Struct",
                "'contents':[{'parts':[{'text':'x'}]}],'tools':[{'functionDeclarations':[{'name':'a'},{'name':'a'}]}] | Duplicate function declaration found: a",
                "'contents':[{'parts':[{'text':'x'}]}],'tools':[{'function_declarations':[{'name':'1a'}]}] | Invalid function name"
            })
    void geminiRejectsRequestsThatTheRealApiRejects(String members, String message) throws Exception {
        this.model.thenSay("answered");
        HttpResponse<String> refused = generate(members);
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(JSON.readTree(refused.body()).at("/error/message").asString(""))
                .contains(message);
        assertThat(JSON.readTree(refused.body()).at("/error/status").asString(""))
                .isEqualTo("INVALID_ARGUMENT");
    }

    @Test
    void geminiAnswersAndRecords() throws Exception {
        this.model.thenCall("echo", "{\"a\":1}").thenSayResults();

        JsonNode call = answered(generate("'contents':[{'role':'user','parts':[{'text':'x'}]}]"));
        assertThat(call.at("/candidates/0/content/parts/0/functionCall/args/a").intValue())
                .isEqualTo(1);
        JsonNode text = answered(generate("'contents':[{'role':'user','parts':[{'text':'x'},"
                + "{'inlineData':{'mimeType':'image/png','data':'AAAA'}}]},"
                + "{'role':'model','parts':[{'functionCall':{'name':'echo','args':{'a':1}}}]},"
                + "{'role':'user','parts':[{'functionResponse':{'name':'echo','response':{'response':'r'}}}]}],"
                + "'tools':[{'functionDeclarations':[{'name':'echo'}]}]"));
        assertThat(text.at("/candidates/0/content/parts/0/text").asString("")).isEqualTo("r");
        assertThat(this.model.lastToolTexts()).containsExactly("r");
        assertThat(this.model.toolNames()).containsExactly("echo");
        assertThat(this.model.userImages()).containsExactly("data:image/png;base64,AAAA");
    }
}
