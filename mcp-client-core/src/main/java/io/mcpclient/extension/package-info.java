/**
 * SPI of protocol extensions: what a client declares, which methods an extension has, and how it calls its server.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.extension;

import org.jspecify.annotations.NullMarked;
