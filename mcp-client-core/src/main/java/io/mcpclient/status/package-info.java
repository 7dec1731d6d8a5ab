/**
 * What a client reports about itself: state, server, statistics, errors.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.status;

import org.jspecify.annotations.NullMarked;
