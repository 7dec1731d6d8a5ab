/** The chat: a conversation in which a model calls the tools of all servers. */
@NullMarked
package io.mcpclient.sample.chat;

import org.jspecify.annotations.NullMarked;
