package io.mcpclient.console;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.servlet.Filter;

import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.mcpclient.console.ConsoleApplication.Builder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Behind something that ends each stream of events at once. */
class ProxyBrowserTests extends BrowserTest {

    private static final List<Long> REQUESTS = new CopyOnWriteArrayList<>();

    @Configuration(proxyBeanMethods = false)
    static class Ending {

        @Bean
        FilterRegistrationBean<Filter> proxy() {
            Filter ending = (request, response, chain) -> REQUESTS.add(System.nanoTime());
            FilterRegistrationBean<Filter> proxy = new FilterRegistrationBean<>(ending);
            proxy.addUrlPatterns("/mcp-console/api/events");
            return proxy;
        }
    }

    @Override
    Builder configure(Builder builder) {
        return builder.source(Ending.class);
    }

    @Test
    void streamThatEndsAtOnceIsOpenedAgainLessAndLessOften() {
        this.browser.open(this.application.address());

        await().atMost(Duration.ofSeconds(60)).until(() -> REQUESTS.size() >= 5);

        // It would be two seconds if each pause were as long as the first one.
        assertThat(Duration.ofNanos(REQUESTS.get(4) - REQUESTS.get(0))).isGreaterThan(Duration.ofSeconds(4));
        this.browser.read(By.id("live"), "Connecting");
    }
}
