package io.mcpclient.protocol;

import io.mcpclient.call.CallProgress;
import io.mcpclient.transport.StreamActivityListener;

/**
 * Tells a call whether its event stream is silent. A stream that a proxy buffers is opened, and then brings nothing.
 *
 * @param progress of the call
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
