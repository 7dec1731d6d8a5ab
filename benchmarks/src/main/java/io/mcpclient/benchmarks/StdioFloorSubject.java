package io.mcpclient.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import tools.jackson.databind.JsonNode;

/** The floor of stdio: the pipe of a process, one thread that reads its lines, and the envelope as a tree. */
final class StdioFloorSubject implements Subject.Reactive {

    private final Process process;
    private final OutputStream out;
    private final RawMessages messages;
    private final Map<Long, MonoSink<JsonNode>> waiting = new ConcurrentHashMap<>();

    private StdioFloorSubject(Process process, Workload workload) {
        this.process = process;
        this.out = process.getOutputStream();
        this.messages = new RawMessages(workload);
    }

    static StdioFloorSubject connect(Workload workload) {
        try {
            Process process = new ProcessBuilder(StdioStub.command())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            StdioFloorSubject subject = new StdioFloorSubject(process, workload);
            Thread reader = new Thread(subject::read, "stdio-floor");
            reader.setDaemon(true);
            reader.start();
            subject.request(0, RawMessages.INITIALIZE).block(Subject.LIMIT);
            subject.write(RawMessages.INITIALIZED);
            return subject;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public Mono<?> call() {
        return Mono.defer(() -> {
                    long id = this.messages.nextId();
                    return request(id, this.messages.call(id));
                })
                .doOnNext(this.messages::check);
    }

    private Mono<JsonNode> request(long id, String message) {
        return Mono.create(sink -> {
            this.waiting.put(id, sink);
            try {
                write(message);
            } catch (IOException ex) {
                sink.error(ex);
            }
        });
    }

    private synchronized void write(String message) throws IOException {
        this.out.write((message + "\n").getBytes(StandardCharsets.UTF_8));
        this.out.flush();
    }

    private void read() {
        byte[] received = new byte[1 << 16];
        int end = 0;
        try (InputStream in = this.process.getInputStream()) {
            int count = in.read(received);
            while (count >= 0) {
                int start = 0;
                for (int i = end; i < end + count; i++) {
                    if (received[i] == '\n') {
                        complete(Arrays.copyOfRange(received, start, i));
                        start = i + 1;
                    }
                }
                end = end + count - start;
                System.arraycopy(received, start, received, 0, end);
                if (end == received.length) {
                    received = Arrays.copyOf(received, 2 * end);
                }
                count = in.read(received, end, received.length - end);
            }
        } catch (IOException closed) {
            // treated as the end of the stream
        }
        this.waiting.values().forEach(sink -> sink.error(new IOException("The process has ended")));
    }

    private void complete(byte[] line) {
        JsonNode envelope = this.messages.parse(line);
        MonoSink<JsonNode> sink = this.waiting.remove(envelope.path("id").asLong());
        if (sink != null) {
            sink.success(envelope);
        }
    }

    @Override
    public void close() {
        try {
            this.out.close();
            if (!this.process.waitFor(5, TimeUnit.SECONDS)) {
                this.process.destroyForcibly();
            }
        } catch (IOException ex) {
            this.process.destroyForcibly();
        } catch (InterruptedException ex) {
            this.process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
