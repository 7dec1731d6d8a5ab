package io.mcpclient.sample.embedded.stateless;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** Configuration of the server {@code travel}. */
@Configuration(proxyBeanMethods = false)
@Profile("!bare")
class TravelConfiguration {

    @Bean(destroyMethod = "close")
    DelayedTasks travelTimekeeper() {
        return new DelayedTasks();
    }

    @Bean
    Subscriptions travelSubscriptions(DelayedTasks travelTimekeeper) {
        return new Subscriptions(travelTimekeeper);
    }

    @Bean
    TravelServer travelServer(DelayedTasks travelTimekeeper, Subscriptions travelSubscriptions) {
        return new TravelServer(travelTimekeeper, travelSubscriptions);
    }
}
