/** What has to outlive a process: the contract of stores, and a way to them that nothing waits on for long. */
@NullMarked
package io.mcpclient.store;

import org.jspecify.annotations.NullMarked;
