/** Parts of skills that know no client: their URIs, their frontmatter, digests, and a bounded cache. */
@NullMarked
package io.mcpclient.skills.internal;

import org.jspecify.annotations.NullMarked;
