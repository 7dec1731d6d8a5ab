package io.mcpclient.support.validation;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import org.jspecify.annotations.Nullable;

/** Supported dialects of JSON Schema, identified by {@code $schema}. */
enum Dialect {
    DRAFT_2020_12("https://json-schema.org/draft/2020-12/schema", "$id"),
    DRAFT_2019_09("https://json-schema.org/draft/2019-09/schema", "$id"),
    DRAFT_07("http://json-schema.org/draft-07/schema", "$id"),
    DRAFT_06("http://json-schema.org/draft-06/schema", "$id"),
    DRAFT_04("http://json-schema.org/draft-04/schema", "id");

    private final String uri;

    private final String idKeyword;

    Dialect(String uri, String idKeyword) {
        this.uri = uri;
        this.idKeyword = idKeyword;
    }

    String uri() {
        return this.uri;
    }

    /** Keyword that identifies a schema. */
    String idKeyword() {
        return this.idKeyword;
    }

    /** Returns the dialect of a {@code $schema}; URI scheme and empty fragment are ignored because they are often wrong. */
    static @Nullable Dialect of(String uri) {
        return Stream.of(values())
                .filter(dialect -> bare(dialect.uri).equals(bare(uri)))
                .findFirst()
                .orElse(null);
    }

    private static String bare(String uri) {
        String bare = uri.endsWith("#") ? uri.substring(0, uri.length() - 1) : uri;
        return bare.startsWith("https://")
                ? bare.substring("https://".length())
                : bare.startsWith("http://") ? bare.substring("http://".length()) : bare;
    }

    static String list() {
        return String.join(", ", Arrays.stream(values()).map(d -> d.uri).toList());
    }

    static List<com.networknt.schema.dialect.Dialect> libraryDialects() {
        return Library.DIALECTS;
    }

    private static final class Library {

        /** Unknown keywords of a dialect are ignored; the library would log each of them unsanitized. */
        static final List<com.networknt.schema.dialect.Dialect> DIALECTS = Stream.of(
                        Dialects.getDraft202012(),
                        Dialects.getDraft201909(),
                        Dialects.getDraft7(),
                        Dialects.getDraft6(),
                        Dialects.getDraft4())
                .map(Library::budgeted)
                .toList();

        private static com.networknt.schema.dialect.Dialect budgeted(com.networknt.schema.dialect.Dialect dialect) {
            return com.networknt.schema.dialect.Dialect.builder(dialect)
                    .keywords(MeteredKeyword.of(dialect.getKeywords()))
                    .keyword(new BudgetedUniqueItems())
                    .unknownKeywordFactory((keyword, context) -> new NonValidationKeyword(keyword))
                    .build();
        }
    }
}
