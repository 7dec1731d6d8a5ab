package io.mcpclient.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/** What users and authorization servers see of this application: {@code mcp.auth}. Only binds. */
public class McpAuthProperties {

    /** URL that browsers and authorization servers reach the application by, with its context path. */
    private @Nullable String baseUrl;

    /** How users are asked. */
    private Prompt prompt = Prompt.AUTO;

    /** Where users begin. */
    private final Begin begin = new Begin();

    /** Where authorization servers send users back to. */
    private final Callback callback = new Callback();

    /** Document that introduces this client to authorization servers. */
    private final ClientMetadata clientMetadata = new ClientMetadata();

    /** Where tokens are kept. */
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

    /** Ways to ask users. */
    public enum Prompt {

        /** With endpoints of the application, if it has any and a server needs users. */
        AUTO,

        /** With endpoints of the application. */
        WEB,

        /** Not at all, unless a bean does. */
        NONE
    }

    /** Where users begin. */
    public static class Begin {

        /** Path of the endpoint that sends users to the authorization server; the id of a request follows. */
        private String path = "/mcp/oauth/authorize";

        public String getPath() {
            return this.path;
        }

        public void setPath(String path) {
            this.path = path;
        }
    }

    /** Where authorization servers send users back to. */
    public static class Callback {

        /** Path of the endpoint that authorization servers send users back to. */
        private String path = "/mcp/oauth/callback";

        public String getPath() {
            return this.path;
        }

        public void setPath(String path) {
            this.path = path;
        }
    }

    /** Document that introduces this client to authorization servers. */
    public static class ClientMetadata {

        /** Whether the document is published, where the base URL allows it. */
        private boolean enabled = true;

        /** Path of the document. */
        private String path = "/mcp/oauth/client-metadata.json";

        /** Name of this client for users. Defaults to that of the application. */
        private @Nullable String clientName;

        /** Home page of this client. */
        private @Nullable String clientUri;

        /** Logo of this client. */
        private @Nullable String logoUri;

        /** Terms of service of this client. */
        private @Nullable String tosUri;

        /** Privacy policy of this client. */
        private @Nullable String policyUri;

        /** Public keys of this client, which then signs its requests for tokens. */
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
