package io.mcpclient.internal.oauth;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

import com.nimbusds.oauth2.sdk.AuthorizationRequest;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;

/**
 * One authorization code flow: values recorded before the user is sent to the authorization server (AUTH-39). Used once. {@code
 * toString} shows no secrets.
 *
 * @param request the request for tokens
 * @param redirectUri redirect URI
 * @param state 256 random bits, known only to this browser and this client
 * @param verifier 256 random bits, known only to this client (AUTH-34)
 */
record CodeFlow(TokenRequest request, URI redirectUri, State state, CodeVerifier verifier) {

    private static final int STATE_BYTES = 32;

    static CodeFlow begin(TokenRequest request, URI redirectUri) {
        return new CodeFlow(request, redirectUri, new State(STATE_BYTES), new CodeVerifier());
    }

    /**
     * Returns the URL of the page for the user.
     * @param endpoint authorization endpoint
     * @param resource value of the parameter {@code resource}, empty for none
     * @param more additional parameters
     */
    URI url(URI endpoint, String resource, Map<String, String> more) {
        AuthorizationRequest.Builder url = new AuthorizationRequest.Builder(
                ResponseType.CODE, new ClientID(this.request.client().clientId()));
        more.forEach(url::customParameter);
        url.endpointURI(endpoint)
                .redirectionURI(this.redirectUri)
                .state(this.state)
                .codeChallenge(this.verifier, CodeChallengeMethod.S256);
        if (!resource.isEmpty()) {
            url.customParameter("resource", resource);
        }
        if (!this.request.scopes().isEmpty()) {
            url.scope(new Scope(this.request.scopes().toArray(String[]::new)));
        }
        return url.build().toURI();
    }

    /**
     * Validates a response.
     * @param isIssuerKnown whether the issuer is known, so that the one in the response can be compared
     */
    AuthorizationResponse.Verdict judge(AuthorizationResponse answer, boolean isIssuerKnown) {
        return answer.judge(
                this.state.getValue(),
                isIssuerKnown ? this.request.server().issuer() : null,
                this.request.server().isIssuerInResponse());
    }

    TokenRequest tokenRequest(String code) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("grant_type", GrantNames.AUTHORIZATION_CODE);
        parameters.put("code", code);
        parameters.put("redirect_uri", this.redirectUri.toString());
        parameters.put("code_verifier", this.verifier.getValue());
        return this.request.with(parameters).withoutScopes();
    }

    @Override
    public String toString() {
        return "CodeFlow[issuer=" + this.request.server().issuer() + "]";
    }
}
