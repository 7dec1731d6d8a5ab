/**
 * Spring AI: tools of all MCP servers as tool callbacks, a chat model as the handler of sampling requests, prompts as
 * messages, resources as documents and media.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.springai;

import org.jspecify.annotations.NullMarked;
