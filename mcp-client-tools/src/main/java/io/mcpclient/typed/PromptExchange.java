package io.mcpclient.typed;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.GetPromptResult;
import io.mcpclient.schema.PromptMessage;
import io.mcpclient.schema.TextContent;

/**
 * Requests a prompt.
 *
 * @param prompt name of the prompt
 * @param reader returns what the method returns
 */
record PromptExchange(String prompt, Function<GetPromptResult, Object> reader) implements ClientExchange {

    static PromptExchange of(String prompt, Type type, ClientMethod.Invalid invalid) {
        if (type == GetPromptResult.class) {
            return new PromptExchange(prompt, result -> result);
        }
        if (type == String.class) {
            return new PromptExchange(prompt, PromptExchange::text);
        }
        if (type instanceof ParameterizedType generic
                && generic.getRawType() == List.class
                && generic.getActualTypeArguments()[0] == PromptMessage.class) {
            return new PromptExchange(prompt, GetPromptResult::messages);
        }
        throw invalid.of(
                "returns " + type.getTypeName() + " for a prompt",
                "Use GetPromptResult, List<PromptMessage> or String, as such or in a Mono or CompletableFuture.");
    }

    @Override
    public Object call(McpClient client, @Nullable Object arguments, McpCallOptions options) {
        return this.reader.apply(client.getPrompt(this.prompt, texts(arguments), options));
    }

    @Override
    public Mono<?> call(ReactiveMcpClient client, @Nullable Object arguments, McpCallOptions options) {
        return client.getPrompt(this.prompt, texts(arguments), options).map(this.reader);
    }

    private static Map<String, String> texts(@Nullable Object arguments) {
        Map<String, String> texts = new LinkedHashMap<>();
        ClientExchange.map(arguments).forEach((name, value) -> {
            if (value != null) {
                texts.put(name, value.toString());
            }
        });
        return texts;
    }

    private static String text(GetPromptResult result) {
        return result.messages().stream()
                .map(PromptMessage::content)
                .filter(TextContent.class::isInstance)
                .map(content -> ((TextContent) content).text())
                .collect(Collectors.joining("\n"));
    }
}
