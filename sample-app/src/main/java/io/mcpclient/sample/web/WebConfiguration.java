package io.mcpclient.sample.web;

import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.boot.task.SimpleAsyncTaskExecutorBuilder;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Settings of the web server that have no property. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration {

    /**
     * The chat has an address without the name of a file. Each stream is written on a thread of its own, virtual on a JVM that has
     * them: a caller that does not read occupies its thread until the connection times out.
     */
    @Bean
    WebMvcConfigurer pagesAndStreams(SimpleAsyncTaskExecutorBuilder threads) {
        return new WebMvcConfigurer() {
            @Override
            public void configureAsyncSupport(AsyncSupportConfigurer configurer) {
                configurer.setTaskExecutor(threads.threadNamePrefix("stream-").build());
            }

            @Override
            public void addViewControllers(ViewControllerRegistry registry) {
                registry.addViewController("/chat").setViewName("forward:/chat.html");
            }
        };
    }

    /** The name of a tool may contain a slash: Tomcat passes {@code %2F} in a path instead of rejecting it. */
    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> slashesInToolNames() {
        return factory -> factory.addConnectorCustomizers(
                connector -> connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue()));
    }
}
