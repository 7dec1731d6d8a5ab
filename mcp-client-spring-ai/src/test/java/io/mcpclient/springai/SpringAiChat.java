package io.mcpclient.springai;

import java.time.Duration;
import java.util.stream.Stream;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.mcpclient.testkit.ChatApplication;
import io.mcpclient.testkit.FakeModel;

/** An application with Spring AI's starter for OpenAI and the chat client that its documentation shows. */
record SpringAiChat(ConfigurableApplicationContext context) implements ChatApplication {

    private static final Duration LIMIT = Duration.ofSeconds(40);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        ChatClient chatClient(ChatClient.Builder builder, McpToolCallbackProvider tools) {
            return builder.defaultToolCallbacks(tools).build();
        }
    }

    /** Starts it with these properties, such as {@code mcp.servers.desk.url=http://localhost}. */
    static ChatApplication start(FakeModel model, String... properties) {
        String[] all = Stream.concat(
                        Stream.of(
                                "spring.main.banner-mode=off",
                                "spring.ai.openai.api-key=fake",
                                "spring.ai.openai.base-url=" + model.openAiUrl(),
                                "spring.ai.mcp.client.enabled=false"),
                        Stream.of(properties))
                .map(property -> "--" + property)
                .toArray(String[]::new);
        return new SpringAiChat(new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run(all));
    }

    @Override
    public String chat(String prompt) {
        return bean(ChatClient.class).prompt(prompt).call().content();
    }

    @Override
    public String stream(String prompt) {
        return String.join(
                "",
                bean(ChatClient.class).prompt(prompt).stream()
                        .content()
                        .collectList()
                        .block(LIMIT));
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
