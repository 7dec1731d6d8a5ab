/** The Maven plugin that writes typed clients. */
@NullMarked
package io.mcpclient.maven;

import org.jspecify.annotations.NullMarked;
