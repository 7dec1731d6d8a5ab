package io.mcpclient.console;

import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;

import io.mcpclient.console.ConsoleApplication.Builder;

import static org.assertj.core.api.Assertions.assertThat;

/** An application that knows its users by itself, and protects itself against forged requests with a token for each session. */
class LoginBrowserTests extends BrowserTest {

    private static volatile String user;

    @Configuration(proxyBeanMethods = false)
    static class Known {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) {
            return http.authorizeHttpRequests(rules -> rules.anyRequest().authenticated())
                    .addFilterBefore(
                            (request, response, chain) -> {
                                Authentication known = UsernamePasswordAuthenticationToken.authenticated(
                                        user, "", AuthorityUtils.NO_AUTHORITIES);
                                SecurityContextHolder.getContext().setAuthentication(known);
                                chain.doFilter(request, response);
                            },
                            AuthorizationFilter.class)
                    .build();
        }
    }

    @Override
    Builder configure(Builder builder) {
        user = "ada";
        return builder.withSpringSecurity().source(Known.class);
    }

    private void assertOneRefusal() {
        assertThat(this.browser.complaints()).singleElement().asString().contains("403");
    }

    @Test
    void pageContinuesWithTheTokenOfAnotherLogin() {
        openTool("get_forecast");
        this.browser.type(field("city"), "Oslo");
        this.browser.forgetCookies();

        this.browser.click(RUN);

        this.browser.read(OUTCOME, "Done");
        assertOneRefusal();
    }

    @Test
    void pageOfAnotherUserIsLoadedAgain() {
        openTool("get_forecast");
        this.browser.type(field("city"), "Oslo");
        this.browser.forgetCookies();
        user = "bob";
        try {
            this.browser.click(RUN);

            this.browser.read(By.id("application"), "bob");
            this.browser.see(RUN);
            assertThat(this.browser.see(field("city")).getDomProperty("value")).isEmpty();
            assertThat(this.weather.calls("get_forecast"))
                    .allMatch(call -> call.arguments().containsValue("Oslo"));
        } finally {
            user = "ada";
        }
        assertOneRefusal();
    }
}
