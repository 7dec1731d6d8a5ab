package io.mcpclient.sample.web;

import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.ViewControllerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Settings of the web server that have no property. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration {

    /** The chat has an address without the name of a file. */
    @Bean
    WebMvcConfigurer chatPage() {
        return new WebMvcConfigurer() {
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
