package io.mcpclient.internal.era;

import io.mcpclient.call.CallProgress;
import io.mcpclient.transport.StreamActivityListener;

/**
 * Tracks whether the event stream of a call is silent. A stream that a proxy buffers is opened but delivers nothing.
 *
 * @param progress progress of the call
 * @see "fault C22"
 */
public record CallActivity(CallProgress progress) implements StreamActivityListener {

    @Override
    public void onStreamOpened() {
        this.progress.markStreamSilent(true);
    }

    @Override
    public void onActivity(boolean isKeepAlive) {
        if (this.progress.isStreamSilent()) {
            this.progress.markStreamSilent(false);
        }
    }
}
