/**
 * What the starter needs to read definitions of tools from properties. Applications do not need it, and it may change in any release.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.support.model;

import org.jspecify.annotations.NullMarked;
