package io.mcpclient.typed.generator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.schema.ListToolsResult;
import io.mcpclient.schema.Tool;
import io.mcpclient.text.SafeText;

/** Reads tools from a file: a complete result of {@code tools/list}, or the response that contains it. */
final class ToolsFile {

    private ToolsFile() {}

    static List<Tool> read(Path file, GeneratorOptions options) {
        try {
            JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);
            Map<?, ?> content = codec.fromJson(text(Files.readAllBytes(file)), Map.class);
            Object result = (content != null && content.get("result") instanceof Map<?, ?> inner) ? inner : content;
            if (!(result instanceof Map<?, ?> page) || !(page.get("tools") instanceof List<?>)) {
                throw invalid(options, file, "has no list of tools");
            }
            if (page.get("nextCursor") != null) {
                throw invalid(options, file, "has one page of several, and more tools are on the others");
            }
            ListToolsResult tools = codec.convert(page, ListToolsResult.class);
            return (tools != null) ? tools.tools() : List.of();
        } catch (CharacterCodingException ex) {
            throw invalid(options, file, "is not in UTF-8");
        } catch (IOException ex) {
            throw invalid(options, file, "cannot be read: " + SafeText.excerpt(ex.getMessage()));
        } catch (IllegalArgumentException ex) {
            throw invalid(options, file, "is invalid: " + SafeText.excerpt(ex.getMessage()));
        }
    }

    /** Shells of Windows write UTF-16, others a byte order mark before UTF-8. */
    private static String text(byte[] bytes) throws CharacterCodingException {
        int first = (bytes.length > 1) ? (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff) : 0;
        Charset charset = (first == 0xfeff || first == 0xfffe) ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
        String text = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }

    private static McpConfigurationException invalid(GeneratorOptions options, Path file, String problem) {
        return options.invalid(
                "tools-file",
                "(" + file + ") " + problem,
                "Set a file with a complete result of tools/list: {\"tools\": [...]}.");
    }
}
