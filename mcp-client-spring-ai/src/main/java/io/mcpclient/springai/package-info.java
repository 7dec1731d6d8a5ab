/**
 * Spring AI: tools of all MCP servers as tool callbacks, a chat model as the handler of sampling requests, prompts as
 * messages, resources as documents and media.
 */
@NullMarked
package io.mcpclient.springai;

import org.jspecify.annotations.NullMarked;
