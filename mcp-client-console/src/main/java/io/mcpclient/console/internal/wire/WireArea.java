package io.mcpclient.console.internal.wire;

import java.time.Clock;

import io.mcpclient.console.internal.json.InvalidRequestException;
import io.mcpclient.console.internal.web.Area;

/** Requests of the page for the recent requests of clients. */
public final class WireArea implements Area {

    private final WireLog log;

    private final Clock clock;

    /**
     * Creates the area.
     * @param log recent requests
     * @param clock the time
     */
    public WireArea(WireLog log, Clock clock) {
        this.log = log;
        this.clock = clock;
    }

    @Override
    public void addTo(Requests requests) {
        requests.get("wire", request -> this.log.list(request.user(), this.clock.millis()))
                .get("wire/one", request -> find(request.number("id"), request.user()))
                .get(
                        "wire/recording",
                        request -> WireRecording.of(this.log.requests(request.parameter("server"), request.user())));
    }

    private WireEntry find(long id, String user) {
        return this.log
                .find(id, user)
                .orElseThrow(() -> InvalidRequestException.notFound("The request is no longer retained."));
    }
}
