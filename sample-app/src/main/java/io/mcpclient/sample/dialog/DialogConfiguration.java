package io.mcpclient.sample.dialog;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.mcpclient.handler.McpElicitationHandler;
import io.mcpclient.handler.McpUrlElicitationHandler;

/** Lets all servers ask the user at the console, with forms and with pages. */
@Configuration(proxyBeanMethods = false)
class DialogConfiguration {

    @Bean
    McpElicitationHandler forms(Elicitations elicitations) {
        return elicitations::fillIn;
    }

    @Bean
    McpUrlElicitationHandler pages(Elicitations elicitations) {
        return elicitations::visit;
    }
}
