/** The tools of many clients as one immutable, versioned snapshot. */
@NullMarked
package io.mcpclient.registry;

import org.jspecify.annotations.NullMarked;
