/**
 * What a language model is given of tools, and what it gives back: the vocabulary that integrations with frameworks translate.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.model;

import org.jspecify.annotations.NullMarked;
