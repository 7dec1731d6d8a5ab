/** Resources, prompts and log messages of servers. */
@NullMarked
package io.mcpclient.console.internal.content;

import org.jspecify.annotations.NullMarked;
