/** Validation of values against JSON Schemas of servers; the only package that uses the validation library. */
@NullMarked
package io.mcpclient.internal.validation;

import org.jspecify.annotations.NullMarked;
