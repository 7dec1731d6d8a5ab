package io.mcpclient.sample.web;

import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Settings of the web server that have no property. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration {

    /** The name of a tool may contain a slash: Tomcat passes {@code %2F} in a path instead of rejecting it. */
    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> slashesInToolNames() {
        return factory -> factory.addConnectorCustomizers(
                connector -> connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue()));
    }
}
