package io.mcpclient.discovery.internal;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** The most recently used documents, up to a number and a total size. Thread-safe. */
final class DocumentCache {

    private final int maxDocuments;

    private final long maxBytes;

    private final Map<String, Document> documents = new LinkedHashMap<>(16, 0.75f, true);

    private long bytes;

    DocumentCache(int maxDocuments, long maxBytes) {
        this.maxDocuments = maxDocuments;
        this.maxBytes = maxBytes;
    }

    synchronized @Nullable Document get(String key) {
        return this.documents.get(key);
    }

    synchronized void put(String key, Document document) {
        remove(key);
        this.documents.put(key, document);
        this.bytes += document.bytes();
        Iterator<Document> oldest = this.documents.values().iterator();
        while (this.documents.size() > this.maxDocuments || this.bytes > this.maxBytes) {
            this.bytes -= oldest.next().bytes();
            oldest.remove();
        }
    }

    synchronized void remove(String key) {
        Document before = this.documents.remove(key);
        this.bytes -= (before != null) ? before.bytes() : 0;
    }
}
