/** From tools, arguments and results to what a model is given, and back: tables without state. */
@NullMarked
package io.mcpclient.internal.model;

import org.jspecify.annotations.NullMarked;
