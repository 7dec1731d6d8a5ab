/**
 * Properties as they are bound: records, the binding of servers at run time, and the check of names.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.autoconfigure.properties;

import org.jspecify.annotations.NullMarked;
