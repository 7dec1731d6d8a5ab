/** Skills of servers: instructions for models. */
@NullMarked
package io.mcpclient.console.internal.skill;

import org.jspecify.annotations.NullMarked;
