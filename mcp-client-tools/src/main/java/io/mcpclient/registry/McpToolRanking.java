package io.mcpclient.registry;

import java.util.List;

import org.springframework.util.ClassUtils;

import io.mcpclient.error.McpConfigurationException;

/** Ranks the tools of a registry by how well they fit a text. Must be thread-safe. */
@FunctionalInterface
public interface McpToolRanking {

    /**
     * Ranks tools.
     * @param tools view of the registry; equal {@linkplain McpToolSnapshot#version() versions} have the same tools, so an
     *     index can be kept until the version changes
     * @param query text of the user or of a model, not blank
     * @return the tools that fit, best first; the same for the same view and text
     */
    List<McpRegisteredTool> rank(McpToolSnapshot tools, String query);

    /**
     * Creates a ranking by the words of names, titles, descriptions and arguments, with an index of Apache Lucene in memory
     * (BM25, English stemming).
     * @return the ranking, for one registry
     * @throws McpConfigurationException if {@code org.apache.lucene:lucene-core} or
     *     {@code org.apache.lucene:lucene-analysis-common} is not on the class path
     */
    static McpToolRanking lucene() {
        ClassLoader loader = McpToolRanking.class.getClassLoader();
        if (!ClassUtils.isPresent("org.apache.lucene.index.IndexWriter", loader)
                || !ClassUtils.isPresent("org.apache.lucene.analysis.en.EnglishAnalyzer", loader)) {
            throw new McpConfigurationException(
                    "",
                    "mcp.tools.search",
                    "needs Apache Lucene, which is not on the class path",
                    "Add org.apache.lucene:lucene-core and org.apache.lucene:lucene-analysis-common, or a bean of type"
                            + " McpToolRanking.");
        }
        return new LuceneToolRanking();
    }
}
