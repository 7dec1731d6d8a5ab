package io.mcpclient.text;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class VisibleTextTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain ~ text",
                "two\nlines\r\nand\ta tab",
                "Größe, 漢字, سلام, \u0661\u0662, שלום, ไทย, हिन्दी",
                "em\u2014dash \u00a0 \u2009 no-break",
                "grin \ud83d\ude00 \ud83d\udc4d\ud83c\udffd",
                "\u2764\ufe0f \u2194\ufe0f 1\ufe0f\u20e3 #\ufe0f\u20e3 \u2139\ufe0f \u203c\ufe0f \u263a\ufe0e",
                "\u0600123 \u06dd"
            })
    void visibleTextIsReturnedAsTheSameInstance(String text) {
        assertThat(VisibleText.isVisible(text)).isTrue();
        assertThat(VisibleText.of(text)).isSameAs(text);
        assertThat(VisibleText.ofJson(text)).isSameAs(text);
    }

    @Test
    void unpairedSurrogatesAreReplacedInWellFormedText() {
        assertThat(VisibleText.wellFormed("a\ud83d b\ude00\ud83d\ude00\ud83d"))
                .isEqualTo("a\ufffd b\ufffd\ud83d\ude00\ufffd");
        String paired = "\u0007 \ud83d\ude00";
        assertThat(VisibleText.wellFormed(paired)).isSameAs(paired);
    }

    // faults I05, I06
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u0000",
                "\u0007",
                "\u001b",
                "\u007f",
                "\u0085",
                "\u009b", // control characters
                "\u00ad",
                "\u200b",
                "\u200c",
                "\u200d",
                "\u2060",
                "\u2063",
                "\ufeff", // zero width
                "\u061c",
                "\u200e",
                "\u202a",
                "\u202e",
                "\u2066",
                "\u2069", // bidirectional
                "\u034f",
                "\u115f",
                "\u1160",
                "\u17b4",
                "\u3164",
                "\uffa0", // letters and marks without a glyph
                "\udb40\udc41",
                "\udb40\udc7f",
                "\udb40\udc01", // tags
                "\ue000",
                "\udb80\udc00", // private
                "\uffff",
                "\ufff0",
                "\udb7f\udfff", // unassigned
                "\ud800",
                "\udfff",
                "\udc00\ud800", // unpaired surrogates
                "\ufe00",
                "\ufe0f",
                "\udb40\udd00",
                "\udb40\uddef",
                "\u180b",
                "\u180e" // selectors after a letter
            })
    void invisibleCharactersAreRemovedWhereverTheyAre(String invisible) {
        assertThat(VisibleText.of(invisible)).isEmpty();
        assertThat(VisibleText.of("a" + invisible + "b")).isEqualTo("ab");
        assertThat(VisibleText.of((invisible + "a").repeat(3) + invisible)).isEqualTo("aaa");
        assertThat(VisibleText.isVisible("a" + invisible)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        // the second selector carries data, and so does one that another invisible character separates
        "\u2764\ufe0f\ufe0f,\u2764\ufe0f",
        "\u2764\ufe0f\u200b\ufe0e\u200b\ufe0f,\u2764\ufe0f",
        "\u200b\ufe0f,''",
        // a letter has one presentation
        "a\ufe0eb\ufe0f,ab",
        "\u6f22\ufe0f,\u6f22",
        "a\u2028b\u2029c,'a\nb\nc'"
    })
    void redundantVariationSelectorsAreRemoved(String text, String expected) {
        assertThat(VisibleText.of(text)).isEqualTo(expected);
        assertThat(VisibleText.isVisible(expected)).isTrue();
    }

    @Test
    void jsonIsCleanedInNamesAndValuesAtAnyDepth() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("a\u200b", List.of("b\u200b", Map.of("c", "d\u200b"), 1, true));
        json.put("e", null);
        json.put("f", Arrays.asList(null, "g"));

        assertThat(VisibleText.ofJson(json)).hasToString("{a=[b, {c=d}, 1, true], e=null, f=[null, g]}");
        assertThat(VisibleText.isVisibleJson(json)).isFalse();
    }

    @Test
    void jsonWithoutInvisibleCharactersIsReturnedItself() {
        Map<String, Object> json = Map.of("größe", List.of("b", 1, Map.of("c", 2.5)));
        assertThat(VisibleText.ofJson(json)).isSameAs(json);
        assertThat(VisibleText.ofJson(null)).isNull();
        assertThat(VisibleText.ofJson(5)).isEqualTo(5);
    }
}
