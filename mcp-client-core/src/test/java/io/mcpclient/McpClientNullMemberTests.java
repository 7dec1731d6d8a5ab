package io.mcpclient;

import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.schema.EmbeddedResource;
import io.mcpclient.schema.TextResourceContents;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedModernServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Servers that write {@code null} for members that do not apply. */
@Timeout(60)
class McpClientNullMemberTests {

    private static final String BLOB = "{\"uri\":\"test://b\",\"mimeType\":null,\"text\":null,\"blob\":\"AQ==\"}";

    private static final String TEXT = "{\"uri\":\"test://t\",\"blob\":null,\"text\":\"t\"}";

    private final ScriptedModernServer server = ScriptedHttpServer.modern();

    private final McpClient client =
            McpClient.builder("weather").url(this.server.url()).build();

    @AfterEach
    void close() {
        this.client.close();
        this.server.close();
    }

    // RES-01
    @Test
    void readResourceTellsContentsApartByTheirValues() {
        this.server
                .on("resources/read")
                .reply(Reply.result("{\"resultType\":\"complete\",\"ttlMs\":0,"
                        + "\"cacheScope\":\"private\",\"contents\":[" + BLOB + "," + TEXT + "]}"));

        assertThat(this.client.readResource("test://b").contents())
                .containsExactly(
                        BlobResourceContents.of("test://b", null, new byte[] {1}),
                        TextResourceContents.of("test://t", null, "t"));
    }

    @Test
    void callToolTellsEmbeddedResourcesApartByTheirValues() {
        String blob = "{\"type\":\"resource\",\"resource\":" + BLOB + "}";
        String text = "{\"type\":\"resource\",\"resource\":" + TEXT + ",\"annotations\":7}"; // is read block by block
        this.server.on("tools/call").reply(Reply.result("{\"resultType\":\"complete\",\"content\":[" + blob + "]}"));
        this.server
                .on("tools/call")
                .reply(Reply.result("{\"resultType\":\"complete\",\"content\":[" + blob + "," + text + "]}"));
        EmbeddedResource first = EmbeddedResource.of(BlobResourceContents.of("test://b", null, new byte[] {1}));

        assertThat(this.client.callTool("echo", Map.of()).content()).containsExactly(first);
        assertThat(this.client.callTool("echo", Map.of()).content())
                .containsExactly(first, EmbeddedResource.of(TextResourceContents.of("test://t", null, "t")));
    }
}
