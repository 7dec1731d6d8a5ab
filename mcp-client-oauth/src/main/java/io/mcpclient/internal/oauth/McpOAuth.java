package io.mcpclient.internal.oauth;

import java.net.URI;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.McpAuthorizationEndpoints;
import io.mcpclient.auth.McpAuthorizationPrompt;
import io.mcpclient.auth.McpIdentityProvider;
import io.mcpclient.auth.McpOAuthProvider;
import io.mcpclient.auth.McpOAuthSettings;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.support.net.McpNetworkPolicy;
import io.mcpclient.support.net.UntrustedHttpClient;
import io.mcpclient.support.store.EncryptedValues;
import io.mcpclient.support.store.StoreAccess;

/** OAuth 2.1 for MCP servers. Requires {@code com.nimbusds:oauth2-oidc-sdk} on the class path, which the starter does not bring. */
public final class McpOAuth implements McpOAuthProvider {

    static final String LIBRARY = "com.nimbusds.oauth2.sdk.util.JSONObjectUtils";

    /** Creates the implementation, which has no state. */
    public McpOAuth() {}

    @Override
    public HttpAuthorization.Provider provider(McpOAuthSettings settings) {
        return new SharedAuthorizations(server -> {
            check(server.name(), settings);
            return create(server, settings);
        });
    }

    @Override
    public void check(String serverName, McpOAuthSettings settings) {
        if (!isLibraryThere()) {
            throw new McpConfigurationException(
                    serverName,
                    "auth.type",
                    "is oauth2, but a required library is missing",
                    "Add com.nimbusds:oauth2-oidc-sdk to the class path.");
        }
        SettingsTable.check(serverName, settings);
    }

    private static boolean isLibraryThere() {
        try {
            Class.forName(LIBRARY, false, McpOAuth.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError ex) {
            return false;
        }
    }

    /** Origins that the application configures are trusted implicitly. */
    private static Set<URI> trusted(McpOAuthSettings settings) {
        Set<URI> trusted = new HashSet<>(settings.trustedOrigins());
        McpIdentityProvider provider = settings.identityProvider();
        if (provider != null) {
            trusted.add(provider.tokenEndpoint().resolve("/"));
        }
        McpAuthorizationEndpoints endpoints = settings.endpoints();
        Stream.of(
                        endpoints.metadata(),
                        endpoints.authorization(),
                        endpoints.token(),
                        endpoints.registration(),
                        endpoints.revocation(),
                        endpoints.deviceAuthorization())
                .filter(Objects::nonNull)
                .map(endpoint -> endpoint.resolve("/"))
                .forEach(trusted::add);
        return trusted;
    }

    private static HttpAuthorization create(ProtectedServer server, McpOAuthSettings settings) {
        McpNetworkPolicy policy = server.publicAddressesOnly()
                ? McpNetworkPolicy.ofPublic(server.url(), trusted(settings))
                : McpNetworkPolicy.of(server.url(), trusted(settings));
        UntrustedHttpClient http = new UntrustedHttpClient(
                policy,
                new UntrustedHttpClient.Tls(server.sslContext(), settings.sslContext()),
                server.connectTimeout(),
                server.proxy(),
                server.time());
        StoreAccess access = new StoreAccess(
                server.name(),
                "token store",
                "tokens are kept in memory only, and other instances obtain their own",
                settings.store(),
                settings.storeTimeout(),
                server.time());
        EncryptedValues values = new EncryptedValues(access, settings.encryptor());
        Metadata metadata = new Metadata(server, settings, policy, http);
        ClientRegistrations registrations = new ClientRegistrations(server, settings, http, values);
        DPoPKey key = new DPoPKey(server.time());
        TokenEndpoint endpoint = new TokenEndpoint(server, settings, http, key);
        TokenKeeper keeper = new TokenKeeper(server, settings, values, key);

        McpAuthorizationPrompt prompt = settings.prompt();
        // Without a prompt the code of a device is in the log and in the error, so a call must not wait for it.
        UserWait wait = new UserWait(server, prompt);
        Grant grant = Grants.create(server, settings, endpoint, wait);
        StepUps stepUps = new StepUps(server.time());
        TokenWork work = new TokenWork(
                keeper,
                new Discovery(server, settings, metadata),
                registrations,
                endpoint,
                new Acquisition(server, settings, registrations, grant, stepUps),
                stepUps,
                wait);
        return new OAuthAuthorization(
                server, settings, new OAuthAuthorization.Parts(keeper, work, grant, stepUps, wait, key, http));
    }
}
