/** What applications import: qualifiers, customizers, events, exceptions. */
@NullMarked
package io.mcpclient.spring;

import org.jspecify.annotations.NullMarked;
