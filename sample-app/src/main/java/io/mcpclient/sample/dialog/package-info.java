/** Handlers of server requests: dialogs for the user, and a stand-in for a model. */
@NullMarked
package io.mcpclient.sample.dialog;

import org.jspecify.annotations.NullMarked;
