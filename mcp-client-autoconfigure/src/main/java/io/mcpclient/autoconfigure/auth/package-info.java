/** Authorization of clients by the beans and the properties of the application. */
@NullMarked
package io.mcpclient.autoconfigure.auth;

import org.jspecify.annotations.NullMarked;
