/** What a client reports about itself: state, server, statistics, errors. */
@NullMarked
package io.mcpclient.status;

import org.jspecify.annotations.NullMarked;
