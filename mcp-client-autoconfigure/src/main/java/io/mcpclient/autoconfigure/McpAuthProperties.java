package io.mcpclient.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/** Authorization endpoints and metadata of the application: {@code mcp.auth}. Binding only. */
public class McpAuthProperties {

    /** Public URL of the application for browsers and authorization servers, including the context path. */
    private @Nullable String baseUrl;

    /** How users are prompted for authorization. */
    private Prompt prompt = Prompt.AUTO;

    /** Endpoint that starts an authorization. */
    private final Begin begin = new Begin();

    /** Redirect endpoint for authorization servers. */
    private final Callback callback = new Callback();

    /** Client metadata document for authorization servers. */
    private final ClientMetadata clientMetadata = new ClientMetadata();

    /** Storage of tokens. */
    @NestedConfigurationProperty
    private final TokenStoreProperties store = new TokenStoreProperties();

    public @Nullable String getBaseUrl() {
        return this.baseUrl;
    }

    public void setBaseUrl(@Nullable String baseUrl) {
        this.baseUrl = baseUrl;
    }

    public Prompt getPrompt() {
        return this.prompt;
    }

    public void setPrompt(Prompt prompt) {
        this.prompt = prompt;
    }

    public Begin getBegin() {
        return this.begin;
    }

    public Callback getCallback() {
        return this.callback;
    }

    public ClientMetadata getClientMetadata() {
        return this.clientMetadata;
    }

    public TokenStoreProperties getStore() {
        return this.store;
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

    /** Endpoint that starts an authorization. */
    public static class Begin {

        /** Path of the endpoint that redirects users to the authorization server, followed by the id of the request. */
        private String path = "/mcp/oauth/authorize";

        public String getPath() {
            return this.path;
        }

        public void setPath(String path) {
            this.path = path;
        }
    }

    /** Redirect endpoint for authorization servers. */
    public static class Callback {

        /** Path of the redirect endpoint for authorization servers. */
        private String path = "/mcp/oauth/callback";

        public String getPath() {
            return this.path;
        }

        public void setPath(String path) {
            this.path = path;
        }
    }

    /** Client metadata document for authorization servers. */
    public static class ClientMetadata {

        /** Whether to publish the client metadata document. Requires a base URL. */
        private boolean enabled = true;

        /** Path of the client metadata document. */
        private String path = "/mcp/oauth/client-metadata.json";

        /** Client name for display to users. Defaults to the name of the application. */
        private @Nullable String clientName;

        /** URL of the client's home page. */
        private @Nullable String clientUri;

        /** URL of the client's logo. */
        private @Nullable String logoUri;

        /** URL of the client's terms of service. */
        private @Nullable String tosUri;

        /** URL of the client's privacy policy. */
        private @Nullable String policyUri;

        /** URL of the client's public keys. If set, the client signs its token requests. */
        private @Nullable String jwksUri;

        public boolean isEnabled() {
            return this.enabled;
        }

        public void setEnabled(boolean enabled) {
            this.enabled = enabled;
        }

        public String getPath() {
            return this.path;
        }

        public void setPath(String path) {
            this.path = path;
        }

        public @Nullable String getClientName() {
            return this.clientName;
        }

        public void setClientName(@Nullable String clientName) {
            this.clientName = clientName;
        }

        public @Nullable String getClientUri() {
            return this.clientUri;
        }

        public void setClientUri(@Nullable String clientUri) {
            this.clientUri = clientUri;
        }

        public @Nullable String getLogoUri() {
            return this.logoUri;
        }

        public void setLogoUri(@Nullable String logoUri) {
            this.logoUri = logoUri;
        }

        public @Nullable String getTosUri() {
            return this.tosUri;
        }

        public void setTosUri(@Nullable String tosUri) {
            this.tosUri = tosUri;
        }

        public @Nullable String getPolicyUri() {
            return this.policyUri;
        }

        public void setPolicyUri(@Nullable String policyUri) {
            this.policyUri = policyUri;
        }

        public @Nullable String getJwksUri() {
            return this.jwksUri;
        }

        public void setJwksUri(@Nullable String jwksUri) {
            this.jwksUri = jwksUri;
        }
    }
}
