/** Checks values against JSON Schemas of servers; the only place that knows the library for it. */
@NullMarked
package io.mcpclient.validation;

import org.jspecify.annotations.NullMarked;
