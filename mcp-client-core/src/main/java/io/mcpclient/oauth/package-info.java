/** How this client is to obtain tokens: the settings of OAuth 2.1 as MCP uses it. */
@NullMarked
package io.mcpclient.oauth;

import org.jspecify.annotations.NullMarked;
