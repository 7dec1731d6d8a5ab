/** Skills: instructions of servers for models, listed, verified, approved and loaded. */
@NullMarked
package io.mcpclient.skills;

import org.jspecify.annotations.NullMarked;
