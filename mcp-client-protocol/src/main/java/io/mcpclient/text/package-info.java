/**
 * Text that others wrote: made safe for logs and errors, compared with known names, and free of secrets.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.text;

import org.jspecify.annotations.NullMarked;
