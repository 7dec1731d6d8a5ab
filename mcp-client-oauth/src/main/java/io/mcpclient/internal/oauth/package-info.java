/**
 * OAuth: reactions to a server that requires a token, rejects one, or requires more scopes.
 *
 * <pre>
 * reactions      McpOAuth, SharedAuthorizations → OAuthAuthorization → RefusalTable → TokenWork
 * discovery      Discovery → Metadata → DocumentSearch, MetadataReader
 * identity       ClientRegistrations → Registrar → RegistrationEndpoint, RegistrationStore; ClientAuthenticator
 * grants         Acquisition → Grant → TokenEndpoint
 * tokens         TokenKeeper → StoredTokens, LeasedRenewal; DPoPKey
 * </pre>
 *
 * One package, although it is large: its parts use each other, and nothing else uses more than {@link
 * io.mcpclient.internal.oauth.McpOAuth}.
 */
@NullMarked
package io.mcpclient.internal.oauth;

import org.jspecify.annotations.NullMarked;
