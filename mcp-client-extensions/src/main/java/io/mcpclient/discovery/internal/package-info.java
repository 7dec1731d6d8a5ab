/** Documents of catalogs and registries: reading, caching, templates and versions. */
@NullMarked
package io.mcpclient.discovery.internal;

import org.jspecify.annotations.NullMarked;
