/** Tools, resources, prompts and sampling of MCP servers for applications that use LangChain4j. */
@NullMarked
package io.mcpclient.langchain4j;

import org.jspecify.annotations.NullMarked;
