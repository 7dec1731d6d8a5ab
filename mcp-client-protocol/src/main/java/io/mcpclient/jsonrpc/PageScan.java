package io.mcpclient.jsonrpc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.support.json.JsonNumbers;

/**
 * Finds the items of a page of a list in the text of a response, without parsing them: a text beyond the limits of the parser is walked
 * through once, without recursion and without memory for its depth. Syntax is not checked, as what is left of the text is parsed
 * afterwards. Not thread-safe.
 *
 * <pre>
 * depth 1    {"jsonrpc": "2.0", "id": 7, "result":
 * depth 2        {"tools":
 * depth 3            [
 * depth 4                {"name": "weather", …}, …
 * </pre>
 */
final class PageScan {

    /** Maximum number of items: more than lists have by default, and each takes memory. */
    private static final int MAX_ITEMS = 20_000;

    /** Maximum length of a name in the parser. */
    private static final int MAX_NAME_LENGTH = 50_000;

    /** Longest member name or item name that is compared or shown; quotes included. */
    private static final int MAX_CAPTURED = 256;

    private static final int OF_ENVELOPE = 1;

    private static final int OF_RESULT = 2;

    private static final int OF_LIST = 3;

    private static final int OF_ITEM = 4;

    private final JsonLimits limits;

    private final List<Item> items = new ArrayList<>();

    private @Nullable ListBinding<?, ?> list;

    private long nodes;

    /** Index of the current byte. */
    private int at;

    private int depth;

    private Token token = Token.NONE;

    private boolean isEscaped;

    private int tokenLength;

    private final byte[] captured = new byte[MAX_CAPTURED];

    private boolean isResultNext;

    private boolean isInResult;

    private @Nullable ListBinding<?, ?> listNext;

    private boolean isInList;

    private boolean isNameNext;

    private @Nullable Item item;

    private boolean isUnsuitable;

    private enum Token {
        NONE,
        STRING,
        NUMBER,
        LITERAL
    }

    /** An item of the list. */
    static final class Item {

        private final int position;

        private final int begin;

        private int end;

        private long nodes;

        private byte @Nullable [] name;

        private @Nullable String problem;

        private Item(int position, int begin) {
            this.position = position;
            this.begin = begin;
        }

        /** Position in the list, from 1. */
        int position() {
            return this.position;
        }

        /** Index of its first byte. */
        int begin() {
            return this.begin;
        }

        /** Index after its last byte. */
        int end() {
            return this.end;
        }

        /** Number of tokens. */
        long nodes() {
            return this.nodes;
        }

        /** Its name as JSON; {@code null} if it has none or a long one. */
        byte @Nullable [] name() {
            return this.name;
        }

        /** The limit that it exceeds by itself, {@code null} if there is none. */
        @Nullable
        String problem() {
            return this.problem;
        }
    }

    private PageScan(JsonLimits limits) {
        this.limits = limits;
    }

    /**
     * Scans a text.
     * @param text the text, in UTF-8
     * @param limits limits of the parser
     * @return the scan, {@code null} if there is no page of a list or it has too many items
     * @throws IOException if the text cannot be read
     */
    static @Nullable PageScan of(InputStream text, JsonLimits limits) throws IOException {
        PageScan scan = new PageScan(limits);
        byte[] buffer = new byte[8192];
        for (int count = text.read(buffer); count >= 0 && !scan.isUnsuitable; count = text.read(buffer)) {
            for (int i = 0; i < count; i++, scan.at++) {
                scan.next(buffer[i]);
            }
        }
        return (scan.isUnsuitable || scan.list == null) ? null : scan;
    }

    /** The list that the items belong to. */
    ListBinding<?, ?> list() {
        if (this.list == null) {
            throw new IllegalStateException("no list");
        }
        return this.list;
    }

    /** The items in order. */
    List<Item> items() {
        return this.items;
    }

    /** Number of tokens of the whole text. */
    long nodes() {
        return this.nodes;
    }

    private void next(byte octet) {
        if (this.token == Token.STRING) {
            inString(octet);
            return;
        }
        switch (octet) {
            case '{', '[' -> open(octet);
            case '}', ']' -> close();
            case '"' -> begin(Token.STRING, octet);
            case ':' -> name();
            case ',' -> {
                endOfLiteral();
                value();
            }
            case ' ', '\t', '\r', '\n' -> endOfLiteral();
            default -> literal(octet);
        }
    }

    private void inString(byte octet) {
        capture(octet);
        if (this.isEscaped) {
            this.isEscaped = false;
        } else if (octet == '\\') {
            this.isEscaped = true;
        } else if (octet == '"') {
            endOfString();
        }
    }

    private void capture(byte octet) {
        if (this.tokenLength < MAX_CAPTURED) {
            this.captured[this.tokenLength] = octet;
        }
        this.tokenLength++;
    }

    private void begin(Token kind, byte octet) {
        node();
        this.token = kind;
        this.tokenLength = 0;
        capture(octet);
    }

    /** Counts a token, which begins an item if it is in the list itself. */
    private void node() {
        this.nodes++;
        if (this.isInList && this.depth == OF_LIST) {
            this.item = new Item(this.items.size() + 1, this.at);
            this.items.add(this.item);
            this.isUnsuitable |= this.items.size() > MAX_ITEMS;
        }
        if (this.item != null) {
            this.item.nodes++;
        }
    }

    private void endOfString() {
        this.token = Token.NONE;
        if (this.item != null && this.isNameNext && this.depth == OF_ITEM && this.tokenLength <= MAX_CAPTURED) {
            this.item.name = Arrays.copyOf(this.captured, this.tokenLength);
        }
        endOfItem(this.at + 1);
    }

    private void literal(byte octet) {
        if (this.token == Token.NONE) {
            boolean isNumber = octet == '-' || (octet >= '0' && octet <= '9');
            begin(isNumber ? Token.NUMBER : Token.LITERAL, octet);
        } else {
            capture(octet);
        }
    }

    private void endOfLiteral() {
        if (this.token == Token.NONE) {
            return;
        }
        if (this.token == Token.NUMBER && this.item != null) {
            number();
        }
        this.token = Token.NONE;
        endOfItem(this.at);
    }

    private void number() {
        if (this.tokenLength > this.limits.maxNumberLength()) {
            problem("a number of more than " + this.limits.maxNumberLength() + " characters");
        } else if (this.tokenLength <= MAX_CAPTURED
                && JsonNumbers.isExcessive(new String(this.captured, 0, this.tokenLength, StandardCharsets.US_ASCII))) {
            problem(JsonNumbers.EXCESSIVE);
        }
    }

    private void endOfItem(int end) {
        if (this.item != null && this.depth == OF_LIST) {
            this.item.end = end;
            this.item = null;
        }
    }

    private void problem(String problem) {
        if (this.item != null && this.item.problem == null) {
            this.item.problem = problem;
        }
    }

    /** The last string was the name of a member. */
    private void name() {
        if (this.tokenLength > MAX_NAME_LENGTH + 2) {
            problem("the name of a member has more than " + MAX_NAME_LENGTH + " characters");
        }
        value();
        if (this.depth == OF_ENVELOPE) {
            this.isResultNext = "result".equals(captured());
        } else if (this.depth == OF_RESULT && this.isInResult) {
            this.listNext = ListBinding.ofList(captured());
        } else if (this.depth == OF_ITEM && this.item != null && this.list != null) {
            this.isNameNext = this.list.name().equals(captured());
        }
    }

    /** The next token is not the value of one of the members above. */
    private void value() {
        this.isResultNext = false;
        this.listNext = null;
        this.isNameNext = false;
    }

    private String captured() {
        return (this.tokenLength > MAX_CAPTURED || this.tokenLength < 2)
                ? ""
                : new String(this.captured, 1, this.tokenLength - 2, StandardCharsets.UTF_8);
    }

    private void open(byte octet) {
        node();
        if (this.depth == OF_ENVELOPE) {
            this.isInResult = this.isResultNext && octet == '{';
        } else if (this.depth == OF_RESULT && this.listNext != null && octet == '[') {
            this.isUnsuitable |= this.list != null; // two lists, or the same one twice
            this.list = this.listNext;
            this.isInList = true;
        }
        this.depth++;
        if (this.depth > this.limits.maxDepth()) {
            problem("nested deeper than " + this.limits.maxDepth() + " levels");
        }
        value();
    }

    private void close() {
        endOfLiteral();
        this.nodes++;
        if (this.item != null) {
            this.item.nodes++;
        }
        this.depth--;
        this.isInList &= this.depth >= OF_LIST;
        this.isInResult &= this.depth >= OF_RESULT;
        endOfItem(this.at + 1);
    }
}
