/** Tools that all other packages share and that know nothing of MCP. Not for users. */
@NullMarked
package io.mcpclient.support;

import org.jspecify.annotations.NullMarked;
