/** Filters and settings for all web requests. */
@NullMarked
package io.mcpclient.sample.web;

import org.jspecify.annotations.NullMarked;
