package io.mcpclient.langchain4j;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.tool.ToolProvider;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.mcpclient.testkit.ChatApplication;
import io.mcpclient.testkit.FakeModel;

/** An application with an AI service of LangChain4j, as its documentation shows it. */
record LangChain4jChat(ConfigurableApplicationContext context) implements ChatApplication {

    private static final Duration LIMIT = Duration.ofSeconds(40);

    interface Assistant {

        String chat(String prompt);

        TokenStream stream(String prompt);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Assistant assistant(ChatModel model, StreamingChatModel streamingModel, ToolProvider tools) {
            return AiServices.builder(Assistant.class)
                    .chatModel(model)
                    .streamingChatModel(streamingModel)
                    .toolProvider(tools)
                    .build();
        }
    }

    /** Starts it with OpenAI's models and these properties, such as {@code mcp.servers.desk.url=http://localhost}. */
    static ChatApplication start(FakeModel model, String... properties) {
        return start(
                model,
                OpenAiChatModel.builder()
                        .baseUrl(model.openAiUrl())
                        .apiKey("fake")
                        .modelName("fake")
                        .build(),
                properties);
    }

    /** Starts it with Gemini, which answers blocking prompts alone. */
    static ChatApplication startGemini(FakeModel model, String... properties) {
        return start(
                model,
                GoogleAiGeminiChatModel.builder()
                        .baseUrl(model.geminiUrl())
                        .apiKey("fake")
                        .modelName("fake")
                        .build(),
                properties);
    }

    private static ChatApplication start(FakeModel model, ChatModel blocking, String... properties) {
        StreamingChatModel streaming = OpenAiStreamingChatModel.builder()
                .baseUrl(model.openAiUrl())
                .apiKey("fake")
                .modelName("fake")
                .build();
        String[] all = Stream.concat(Stream.of("spring.main.banner-mode=off"), Stream.of(properties))
                .map(property -> "--" + property)
                .toArray(String[]::new);
        return new LangChain4jChat(new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .initializers(context -> {
                    context.getBeanFactory().registerSingleton("chatModel", blocking);
                    context.getBeanFactory().registerSingleton("streamingChatModel", streaming);
                })
                .run(all));
    }

    @Override
    public String chat(String prompt) {
        return bean(Assistant.class).chat(prompt);
    }

    @Override
    public String stream(String prompt) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        StringBuilder text = new StringBuilder();
        bean(Assistant.class).stream(prompt)
                .onPartialResponse(text::append)
                .onCompleteResponse(response -> answer.complete(text.toString()))
                .onError(answer::completeExceptionally)
                .start();
        return answer.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    }

    @Override
    public <T> T bean(Class<T> type) {
        return this.context.getBean(type);
    }

    @Override
    public void close() {
        this.context.close();
    }
}
