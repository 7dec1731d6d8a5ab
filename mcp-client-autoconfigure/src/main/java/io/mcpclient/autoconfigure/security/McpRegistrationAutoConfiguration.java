package io.mcpclient.autoconfigure.security;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.oauth2.client.AuthorizedClientServiceOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.AuthorizedClientServiceReactiveOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientProvider;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientProviderBuilder;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.ReactiveOAuth2AuthorizedClientProvider;
import org.springframework.security.oauth2.client.ReactiveOAuth2AuthorizedClientProviderBuilder;
import org.springframework.security.oauth2.client.ReactiveOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.registration.ReactiveClientRegistrationRepository;

import io.mcpclient.McpClient;
import io.mcpclient.autoconfigure.auth.McpRegistrationAuthorizations;

/**
 * Auto-configuration of tokens that Spring Security's OAuth2 client obtains, {@code auth.registration-id}. Authorized clients
 * are those of its service, under the name of the principal: a user who has signed in with the registration is authorized
 * already. They are looked up without a web request because much of the work is done in the background.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.security.oauth2.client.autoconfigure.OAuth2ClientAutoConfiguration",
            "org.springframework.boot.security.oauth2.client.autoconfigure.reactive.ReactiveOAuth2ClientAutoConfiguration"
        })
@ConditionalOnClass({McpClient.class, OAuth2AuthorizedClientProvider.class})
@ConditionalOnProperty(name = "mcp.enabled", matchIfMissing = true)
@Import({McpRegistrationAutoConfiguration.Reactive.class, McpRegistrationAutoConfiguration.Waiting.class})
public final class McpRegistrationAutoConfiguration {

    /** Reactive model, which takes precedence if both are present. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean({ReactiveClientRegistrationRepository.class, ReactiveOAuth2AuthorizedClientService.class})
    static class Reactive {

        @Bean
        @ConditionalOnMissingBean
        McpRegistrationAuthorizations mcpRegistrationAuthorizations(
                ReactiveClientRegistrationRepository registrations,
                ReactiveOAuth2AuthorizedClientService service,
                ObjectProvider<ReactiveOAuth2AuthorizedClientProvider> more) {
            ReactiveOAuth2AuthorizedClientProviderBuilder providers =
                    ReactiveOAuth2AuthorizedClientProviderBuilder.builder()
                            .authorizationCode()
                            .refreshToken()
                            .clientCredentials();
            more.orderedStream().forEach(providers::provider);
            var manager = new AuthorizedClientServiceReactiveOAuth2AuthorizedClientManager(registrations, service);
            manager.setAuthorizedClientProvider(providers.build());
            return new SpringSecurityRegistrations(
                    id -> registrations.findByRegistrationId(id).block(SpringSecurityRegistrations.LIMIT) != null,
                    new AuthorizedClients.Reactive(manager, service));
        }
    }

    /** Blocking model. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean({ClientRegistrationRepository.class, OAuth2AuthorizedClientService.class})
    static class Waiting {

        @Bean
        @ConditionalOnMissingBean
        McpRegistrationAuthorizations mcpRegistrationAuthorizations(
                ClientRegistrationRepository registrations,
                OAuth2AuthorizedClientService service,
                ObjectProvider<OAuth2AuthorizedClientProvider> more) {
            OAuth2AuthorizedClientProviderBuilder providers = OAuth2AuthorizedClientProviderBuilder.builder()
                    .authorizationCode()
                    .refreshToken()
                    .clientCredentials();
            more.orderedStream().forEach(providers::provider);
            var manager = new AuthorizedClientServiceOAuth2AuthorizedClientManager(registrations, service);
            manager.setAuthorizedClientProvider(providers.build());
            return new SpringSecurityRegistrations(
                    id -> registrations.findByRegistrationId(id) != null,
                    new AuthorizedClients.Waiting(manager, service));
        }
    }
}
