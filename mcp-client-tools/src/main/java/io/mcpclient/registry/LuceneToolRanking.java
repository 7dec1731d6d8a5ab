package io.mcpclient.registry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.QueryBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Ranks tools with an index of Apache Lucene in memory, built at the first query after a change.
 *
 * <pre>
 *  field          weight   text
 *  name           3        unique name and name at the server, cut into words at underscores and capitals
 *  title          2        display name
 *  description    1        description for models
 *  arguments      0.5      names and descriptions of the arguments
 *  server         1        name of the server
 * </pre>
 *
 * Tools of equal rank keep the order of the registry. Thread-safe.
 */
final class LuceneToolRanking implements McpToolRanking {

    private static final Map<String, Float> WEIGHTS =
            new TreeMap<>(Map.of("name", 3f, "title", 2f, "description", 1f, "arguments", 0.5f, "server", 1f));

    /** Longer texts have no more to say about which tools fit. */
    private static final int MAX_QUERY = 1_000;

    private static final int MAX_DESCRIPTION = 10_000;

    private final Analyzer analyzer = new EnglishAnalyzer();

    private volatile @Nullable Index index;

    private record Index(long version, List<McpRegisteredTool> tools, IndexSearcher searcher) {}

    @Override
    public List<McpRegisteredTool> rank(McpToolSnapshot tools, String query) {
        try {
            Index present = index(tools);
            BooleanQuery.Builder words = new BooleanQuery.Builder();
            QueryBuilder builder = new QueryBuilder(this.analyzer);
            String text = beginning(words(query.substring(0, Math.min(query.length(), MAX_QUERY))));
            WEIGHTS.forEach((field, weight) -> {
                Query ofField = builder.createBooleanQuery(field, text);
                if (ofField != null) {
                    words.add(new BoostQuery(ofField, weight), BooleanClause.Occur.SHOULD);
                }
            });
            List<McpRegisteredTool> ranked = new ArrayList<>();
            int most = Math.max(1, present.tools().size());
            for (ScoreDoc hit : present.searcher().search(words.build(), most).scoreDocs) {
                ranked.add(present.tools().get(hit.doc));
            }
            return ranked;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /**
     * Lucene bounds the different words of all fields together, and refuses longer queries. Few characters can be many words:
     * each character of a Chinese text is one.
     */
    private String beginning(String text) throws IOException {
        int most = IndexSearcher.getMaxClauseCount() / WEIGHTS.size();
        Set<String> different = new HashSet<>();
        try (TokenStream words = this.analyzer.tokenStream("", text)) {
            CharTermAttribute word = words.addAttribute(CharTermAttribute.class);
            OffsetAttribute place = words.addAttribute(OffsetAttribute.class);
            words.reset();
            while (words.incrementToken()) {
                different.add(word.toString());
                if (different.size() == most) {
                    return text.substring(0, place.endOffset());
                }
            }
        }
        return text;
    }

    private Index index(McpToolSnapshot tools) throws IOException {
        Index present = this.index;
        if (present != null && present.version() == tools.version()) {
            return present;
        }
        synchronized (this) {
            present = this.index;
            if (present == null || present.version() != tools.version()) {
                present = new Index(tools.version(), tools.tools(), searcher(tools.tools()));
                this.index = present;
            }
            return present;
        }
    }

    /**
     * The numbers of the documents are the positions of the tools, because the index has a single segment, and this policy
     * merges neighbours only.
     */
    private IndexSearcher searcher(List<McpRegisteredTool> tools) throws IOException {
        ByteBuffersDirectory directory = new ByteBuffersDirectory();
        IndexWriterConfig config = new IndexWriterConfig(this.analyzer).setMergePolicy(new LogDocMergePolicy());
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (McpRegisteredTool tool : tools) {
                writer.addDocument(document(tool));
            }
            writer.forceMerge(1);
        }
        return new IndexSearcher(DirectoryReader.open(directory));
    }

    @SuppressWarnings("unchecked") // names of members are strings
    private static Document document(McpRegisteredTool tool) {
        Document document = new Document();
        add(document, "name", words(tool.name() + " " + tool.tool().name()));
        add(document, "title", tool.displayName());
        add(document, "description", tool.description());
        add(document, "arguments", arguments(tool.tool().inputSchema().as(Map.class)));
        add(document, "server", words(tool.server()));
        return document;
    }

    private static void add(Document document, String field, @Nullable String text) {
        if (text != null) {
            String bounded = text.substring(0, Math.min(text.length(), MAX_DESCRIPTION));
            document.add(new TextField(field, bounded, Field.Store.NO));
        }
    }

    private static String arguments(Map<String, Object> schema) {
        StringJoiner text = new StringJoiner(" ");
        if (schema.get("properties") instanceof Map<?, ?> properties) {
            properties.forEach((name, property) -> {
                text.add(words(String.valueOf(name)));
                if (property instanceof Map<?, ?> described
                        && described.get("description") instanceof String description) {
                    text.add(description);
                }
            });
        }
        return text.toString();
    }

    /** Cuts a name such as {@code getForecast_v2} into its words. */
    private static String words(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1 $2").replace('_', ' ').replace('-', ' ');
    }
}
