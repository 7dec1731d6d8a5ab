package io.mcpclient.internal.operation;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.internal.operation.VisibleDefinition.Position;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.text.VisibleText;

import static org.assertj.core.api.Assertions.assertThat;

/** Each position of a definition: {@code ~} stands for an invisible character. */
class VisibleDefinitionTests {

    private static final JsonCodec CODEC = new JsonCodec(JsonLimits.DEFAULT);

    private static final String HIDDEN = "\udb40\udc53\u200b\u3164";

    private static VisibleDefinition definition(Position position, String json) {
        return new VisibleDefinition(CODEC.fromJson(json.replace("~", HIDDEN), Map.class), position);
    }

    // faults I01, I05: under another name, address or reference the item would not be the same
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TOOL | {'name':'a~'}",
                "TOOL | {'name':'a','x~':1}",
                "TOOL | {'name':'a','_meta':{'b':[{'x~':1}]}}",
                "TOOL | {'name':'a','inputSchema':{'properties':{'x~':{}}}}",
                "TOOL | {'name':'a','inputSchema':{'patternProperties':{'^x~':{}}}}",
                "TOOL | {'name':'a','inputSchema':{'default':{'x~':1}}}",
                "TOOL | {'name':'a','outputSchema':{'properties':{'b':{'anyOf':[{'$defs':{'x~':{}}}]}}}}",
                "TOOL | {'name':'a','inputSchema':{'$id':'http://example.com/~'}}",
                "TOOL | {'name':'a','inputSchema':{'$schema':'http://example.com/~'}}",
                "TOOL | {'name':'a','inputSchema':{'items':[{'$ref':'#/$defs/a~'}]}}",
                "TOOL | {'name':'a','inputSchema':{'$anchor':'a~'}}",
                "TOOL | {'name':'a','inputSchema':{'$dynamicRef':'#a~'}}",
                "TOOL | {'name':'a','inputSchema':{'required':['a~']}}",
                "TOOL | {'name':'a','inputSchema':{'properties':{'b':{'x-mcp-header':'a~'}}}}",
                "TOOL | {'name':'a','icons':[{'src':'https://example.com/~'}]}",
                "PROMPT | {'name':'a~'}",
                "PROMPT | {'name':'a','arguments':[{'name':'b~'}]}",
                "PROMPT | {'name':'a','icons':[{'src':'~'}]}",
                "RESOURCE | {'uri':'file:///a~','name':'a'}",
                "RESOURCE | {'uri':'file:///a','icons':[{'src':'~'}]}",
                "RESOURCE_TEMPLATE | {'uriTemplate':'file:///{a}~','name':'a'}"
            })
    void itemWithHiddenCharactersInItsNameUriOrReferenceIsDropped(Position position, String json) {
        VisibleDefinition definition = definition(position, json.replace('\'', '"'));

        assertThat(definition.json()).isNull();
        assertThat(definition.isUnchanged()).isFalse();
    }

    // fault I01: no member name exempts a text
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TOOL | {'name':'a','title':'b~','description':'c~'}",
                "TOOL | {'name':'a','annotations':{'title':'b~','pattern':'c~','src':'d~','uri':'e~'}}",
                "TOOL | {'name':'a','execution':{'taskSupport':'optional~'}}",
                "TOOL | {'name':'a','icons':[{'src':'b','mimeType':'c~','sizes':['d~'],'theme':'e~','uri':'f~'}]}",
                "TOOL | {'name':'a','_meta':{'uri':'b~','src':['c~'],'mimeType':'d~','pattern':'e~','name':'f~'}}",
                "TOOL | {'name':'a','_meta':{'$ref':'b~','$id':'c~','$schema':'d~','x-mcp-header':'e~'}}",
                "TOOL | {'name':'a','inputSchema':{'uri':['b~',{'c':['d~']}],'mimeType':'e~','src':'f~'}}",
                "TOOL | {'name':'a','inputSchema':{'description':'b~','$comment':'c~','title':'d~','format':'e~'}}",
                "TOOL | {'name':'a','inputSchema':{'enum':['b~'],'const':'c~','default':'d~','examples':['e~']}}",
                "TOOL | {'name':'a','inputSchema':{'default':{'pattern':'b~','$ref':'c~','name':'d~','uri':'e~'}}}",
                "TOOL | {'name':'a','inputSchema':{'const':[['b~']],'enum':[{'src':'c~'}]}}",
                "TOOL | {'name':'a','inputSchema':{'properties':{'uri':{'description':'b~','uriTemplate':'c~'}}}}",
                "TOOL | {'name':'a','inputSchema':{'properties':{'pattern':{'title':'b~'},'$ref':{'title':'c~'}}}}",
                "TOOL | {'name':'a','inputSchema':{'properties':{'default':{'items':{'description':'b~'}}}}}",
                "TOOL | {'name':'a','inputSchema':{'dependentRequired':{'pattern':['b~']},'type':'c~'}}",
                "TOOL | {'name':'a','outputSchema':{'allOf':[{'properties':{'b':{'description':'c~'}}}]}}",
                "TOOL | {'name':'a','uri':'b~','pattern':'c~','vendor':{'$ref':'d~'}}",
                "PROMPT | {'name':'a','title':'b~','arguments':[{'name':'b','title':'c~','uri':'d~','src':'e~'}]}",
                "PROMPT | {'name':'a','pattern':'b~','_meta':{'name':'c~'}}",
                "RESOURCE | {'uri':'a:b','name':'c~','title':'d~','description':'e~','mimeType':'f~'}",
                "RESOURCE | {'uri':'a:b','annotations':{'lastModified':'c~','uri':'d~'},'src':'e~'}",
                "RESOURCE_TEMPLATE | {'uriTemplate':'a:{b}','name':'c~','uri':'d~','mimeType':'e~'}"
            })
    void hiddenCharactersAreRemovedFromAnyOtherText(Position position, String json) {
        VisibleDefinition definition = definition(position, json.replace('\'', '"'));

        assertThat(CODEC.toJson(definition.json()))
                .isEqualTo(json.replace('\'', '"').replace("~", ""));
        assertThat(definition.changes()).isNotEmpty();
        assertThat(definition.changes().values()).containsOnly("invisible characters were removed");
        assertThat(definition.isUnchanged()).isFalse();
    }

    // Without the characters the expression would be another one
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'pattern':'^[a~]$','type':'string'} | {'type':'string'}",
                "{'properties':{'a':{'pattern':'~'}}} | {'properties':{'a':{}}}",
                "{'properties':{'default':{'pattern':'~'}}} | {'properties':{'default':{}}}",
                "{'anyOf':[{'pattern':'~'},{'pattern':'b'}]} | {'anyOf':[{},{'pattern':'b'}]}"
            })
    void patternWithHiddenCharactersIsRemovedFromTheSchema(String schema, String expected) {
        VisibleDefinition definition =
                definition(Position.TOOL, ("{'name':'a','inputSchema':" + schema + "}").replace('\'', '"'));

        assertThat(CODEC.toJson(definition.json()))
                .isEqualTo(("{'name':'a','inputSchema':" + expected + "}").replace('\'', '"'));
        assertThat(definition.changes())
                .isEqualTo(Map.of("inputSchema", "a pattern with invisible characters was removed"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"größe\",\"description\":\"Gr\u00f6\u00dfe \u2014 \u2764\ufe0f\"}",
                "{\"name\":\"a\",\"inputSchema\":{\"properties\":{\"\u6f22\":{\"pattern\":\"^\u6f22+$\",\"$ref\":\"#/$defs/\u6f22\"}}}}"
            })
    void definitionWithoutHiddenCharactersIsUnchanged(String json) {
        VisibleDefinition definition = definition(Position.TOOL, json);

        assertThat(definition.isUnchanged()).isTrue();
        assertThat(definition.changes()).isEmpty();
        assertThat(CODEC.toJson(definition.json())).isEqualTo(json);
    }

    @Test
    void namesOfChangedMembersAreReportedInPrintableForm() {
        VisibleDefinition definition = definition(Position.TOOL, "{\"name\":\"a\",\"b~\":\"c~\"}");
        assertThat(definition.changes().keySet()).allMatch(VisibleText::isVisible);
    }
}
