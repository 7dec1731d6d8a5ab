/** Wiring of the LangChain4j integration; applications import nothing from here. */
@NullMarked
package io.mcpclient.langchain4j.autoconfigure;

import org.jspecify.annotations.NullMarked;
