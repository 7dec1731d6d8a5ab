/**
 * Tools, resources, prompts and sampling of MCP servers for applications that use LangChain4j.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.langchain4j;

import org.jspecify.annotations.NullMarked;
