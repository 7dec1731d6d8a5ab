/** What every request passes before it reaches the API. */
@NullMarked
package io.mcpclient.sample.web;

import org.jspecify.annotations.NullMarked;
