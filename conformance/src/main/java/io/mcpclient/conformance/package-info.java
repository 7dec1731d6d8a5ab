/** The client under test: drives the library through the scenarios of the official conformance suite. */
@NullMarked
package io.mcpclient.conformance;

import org.jspecify.annotations.NullMarked;
