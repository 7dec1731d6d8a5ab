package io.mcpclient.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.Test;

import io.mcpclient.testkit.Slow;

import static org.assertj.core.api.Assertions.assertThat;

/** The example of docs/stores.md is a store, and the page shows it as it is. */
@Slow
class MapSessionStoreTests extends McpStoreContract {

    private final ConcurrentHashMap<String, MapSessionStore.Entry> map = new ConcurrentHashMap<>();

    @Override
    protected McpStore createStore() {
        return new MapSessionStore(this.map);
    }

    @Test
    void documentationContainsThisExample() throws IOException {
        String source =
                Files.readString(Path.of("src", "test", "java", "io", "mcpclient", "store", "MapSessionStore.java"));
        String page = Files.readString(Path.of("..", "docs", "stores.md"));

        String importsAndClass = source.substring(source.indexOf("import "))
                .replaceFirst(
                        "import org.jspecify.*\n",
                        "$0\nimport io.mcpclient.store.McpSessionStore;\nimport io.mcpclient.store.McpStoredValue;\n")
                .replaceFirst("/\\*\\* The example of docs/stores.md.*\n", "");
        assertThat(page).contains(importsAndClass.strip());
    }
}
