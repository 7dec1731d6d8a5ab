/**
 * What applications import: qualifiers, customizers, events, exceptions.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.spring;

import org.jspecify.annotations.NullMarked;
