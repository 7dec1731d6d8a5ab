package io.mcpclient.autoconfigure.properties;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Authorization endpoints and metadata of the application: {@code mcp.auth}. Binding only.
 *
 * @param baseUrl Public URL of the application for browsers and authorization servers, including the context path.
 * @param prompt How users are prompted for authorization.
 * @param begin Endpoint that starts an authorization.
 * @param callback Redirect endpoint for authorization servers.
 * @param clientMetadata Client metadata document for authorization servers.
 * @param store Storage of tokens.
 */
public record McpAuthProperties(
        @Nullable String baseUrl,
        @DefaultValue("auto") Prompt prompt,
        @DefaultValue Begin begin,
        @DefaultValue Callback callback,
        @DefaultValue ClientMetadata clientMetadata,
        @NestedConfigurationProperty @DefaultValue TokenStoreProperties store) {

    /**
     * Returns the path of the endpoint that starts an authorization.
     * @return the path
     */
    public String beginPath() {
        return this.begin.path();
    }

    /**
     * Returns the path of the redirect endpoint for authorization servers.
     * @return the path
     */
    public String callbackPath() {
        return this.callback.path();
    }

    /** Ways to prompt users for authorization. */
    public enum Prompt {

        /** Endpoints of the application, if it is a web application and a server needs users to authorize. */
        AUTO,

        /** Endpoints of the application. */
        WEB,

        /** No prompts, unless a bean provides them. */
        NONE
    }

    /**
     * Endpoint that starts an authorization.
     *
     * @param path Path of the endpoint that redirects users to the authorization server, followed by the id of the request.
     */
    record Begin(@DefaultValue("/mcp/oauth/authorize") String path) {}

    /**
     * Redirect endpoint for authorization servers.
     *
     * @param path Path of the redirect endpoint for authorization servers.
     */
    record Callback(@DefaultValue("/mcp/oauth/callback") String path) {}

    /**
     * Client metadata document for authorization servers.
     *
     * @param enabled Whether to publish the client metadata document. Requires a base URL.
     * @param path Path of the client metadata document.
     * @param clientName Client name for display to users. Defaults to the name of the application.
     * @param clientUri URL of the client's home page.
     * @param logoUri URL of the client's logo.
     * @param tosUri URL of the client's terms of service.
     * @param policyUri URL of the client's privacy policy.
     * @param jwksUri URL of the client's public keys. If set, the client signs its token requests.
     */
    public record ClientMetadata(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("/mcp/oauth/client-metadata.json") String path,
            @Nullable String clientName,
            @Nullable String clientUri,
            @Nullable String logoUri,
            @Nullable String tosUri,
            @Nullable String policyUri,
            @Nullable String jwksUri) {}
}
