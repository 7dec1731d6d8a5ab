/**
 * Wiring of the LangChain4j integration; applications import nothing from here.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.langchain4j.autoconfigure;

import org.jspecify.annotations.NullMarked;
