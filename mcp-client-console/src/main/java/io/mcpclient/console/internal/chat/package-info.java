/** Conversations with the application's model, which calls tools for users of the console. */
@NullMarked
package io.mcpclient.console.internal.chat;

import org.jspecify.annotations.NullMarked;
