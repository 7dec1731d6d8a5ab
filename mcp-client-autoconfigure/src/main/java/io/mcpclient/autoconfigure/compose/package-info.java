/** Connection details of Docker Compose services. */
@NullMarked
package io.mcpclient.autoconfigure.compose;

import org.jspecify.annotations.NullMarked;
