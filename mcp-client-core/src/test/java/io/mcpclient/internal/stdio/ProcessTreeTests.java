package io.mcpclient.internal.stdio;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProcessTreeTests {

    private final FakeProcess server = new FakeProcess(1);

    private final ProcessTree tree = new ProcessTree(this.server, new ProcessTree.ProcessMark());

    /** Starts a child of the server, which is found and exits. */
    private FakeProcess exitedChild() {
        FakeProcess child = new FakeProcess(2);
        this.server.descendants.add(child);
        this.tree.look();
        this.server.descendants.clear();
        child.running = false;
        return child;
    }

    // fault E19: a server that starts a process for each call would be scanned ever more slowly
    @Test
    void lookForgetsDescendantsThatHaveExited() {
        FakeProcess child = exitedChild();
        int before = child.scans;

        this.tree.look();
        this.tree.look();

        assertThat(child.scans).isEqualTo(before);
    }

    // The JDK returns the children of a process by its id, which another process may have got in the meantime
    @Test
    void terminateSparesTheChildrenOfAProcessWithTheIdOfAnExitedOne() {
        FakeProcess foreign = new FakeProcess(3);
        exitedChild().descendants.add(foreign);

        this.tree.look();
        this.tree.terminate();

        assertThat(foreign.running).isTrue();
        assertThat(this.server.running).isFalse();
    }

    @Test
    void lookFindsTheChildrenOfADescendantWhoseParentHasExited() {
        FakeProcess child = new FakeProcess(2);
        FakeProcess grandchild = new FakeProcess(3);
        this.server.descendants.add(child);
        this.tree.look();
        this.server.running = false;
        this.server.descendants.clear();
        child.descendants.add(grandchild);

        this.tree.look();
        this.tree.terminate();

        assertThat(grandchild.running).isFalse();
    }

    /** A process that runs until it is terminated. */
    private static final class FakeProcess implements ProcessHandle, ProcessHandle.Info {

        private final long id;

        private final List<ProcessHandle> descendants = new ArrayList<>();

        private boolean running = true;

        private int scans;

        FakeProcess(long id) {
            this.id = id;
        }

        @Override
        public Stream<ProcessHandle> descendants() {
            this.scans++;
            return this.descendants.stream();
        }

        @Override
        public boolean isAlive() {
            return this.running;
        }

        @Override
        public boolean destroy() {
            this.running = false;
            return true;
        }

        @Override
        public boolean destroyForcibly() {
            return destroy();
        }

        @Override
        public long pid() {
            return this.id;
        }

        @Override
        public Info info() {
            return this;
        }

        @Override
        public Optional<String> command() {
            return this.running ? Optional.of("server") : Optional.empty();
        }

        @Override
        public Optional<ProcessHandle> parent() {
            return Optional.empty();
        }

        @Override
        public Stream<ProcessHandle> children() {
            return descendants();
        }

        @Override
        public CompletableFuture<ProcessHandle> onExit() {
            return new CompletableFuture<>();
        }

        @Override
        public boolean supportsNormalTermination() {
            return true;
        }

        @Override
        public Optional<String> commandLine() {
            return command();
        }

        @Override
        public Optional<String[]> arguments() {
            return Optional.empty();
        }

        @Override
        public Optional<Instant> startInstant() {
            return Optional.empty();
        }

        @Override
        public Optional<Duration> totalCpuDuration() {
            return Optional.empty();
        }

        @Override
        public Optional<String> user() {
            return Optional.empty();
        }

        @Override
        public int compareTo(ProcessHandle other) {
            return Long.compare(this.id, other.pid());
        }
    }
}
