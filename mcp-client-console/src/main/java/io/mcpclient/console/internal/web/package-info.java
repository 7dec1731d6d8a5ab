/** Requests of the console's page: who may send them, what they contain, and how they end. */
@NullMarked
package io.mcpclient.console.internal.web;

import org.jspecify.annotations.NullMarked;
