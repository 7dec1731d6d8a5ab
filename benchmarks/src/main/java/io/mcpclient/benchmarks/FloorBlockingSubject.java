package io.mcpclient.benchmarks;

import java.net.URI;

/**
 * The floor with a thread waiting for every response. What it costs more than the floor is the price of the hand-over
 * and the wake-up, which no blocking client can avoid.
 */
final class FloorBlockingSubject implements Subject.Blocking {

    private final Subject.Reactive floor;

    private FloorBlockingSubject(Subject.Reactive floor) {
        this.floor = floor;
    }

    static FloorBlockingSubject connect(URI server, Workload workload) {
        return new FloorBlockingSubject(FloorSubject.connect(server, workload));
    }

    @Override
    public void call() {
        this.floor.call().block(Subject.LIMIT);
    }

    @Override
    public void close() throws Exception {
        this.floor.close();
    }
}
