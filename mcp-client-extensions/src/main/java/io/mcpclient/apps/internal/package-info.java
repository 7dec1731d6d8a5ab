/** Parts of MCP Apps that know no client: content security policies, names of files, links, rates. */
@NullMarked
package io.mcpclient.apps.internal;

import org.jspecify.annotations.NullMarked;
