/**
 * Validation of values against JSON Schemas of servers; the only package that uses the validation library.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.support.validation;

import org.jspecify.annotations.NullMarked;
