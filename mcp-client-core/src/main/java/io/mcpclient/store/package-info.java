/**
 * State that outlives a process: the contract of stores, and access to them with a time limit.
 * @since 0.1.0
 */
@NullMarked
package io.mcpclient.store;

import org.jspecify.annotations.NullMarked;
