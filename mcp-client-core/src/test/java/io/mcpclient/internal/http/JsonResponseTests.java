package io.mcpclient.internal.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

import io.mcpclient.internal.support.ReceiveBudgetSpentException;
import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.ResponseHead;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

class JsonResponseTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final List<ReceivedMessage> batch = IntStream.range(0, 3)
            .mapToObj(i -> new ReceivedMessage(new JsonRpcResult(JsonRpcId.of(i), List.of()), ResponseHead.NONE, true))
            .toList();

    private JsonResponse response() {
        return response("[]".getBytes(StandardCharsets.UTF_8), new ReceiveBudget(1000), joined -> this.batch);
    }

    private static JsonResponse response(
            byte[] body, ReceiveBudget receiving, Function<DataBuffer, List<ReceivedMessage>> decoder) {
        return new JsonResponse(
                Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(body)),
                new JsonResponse.Limit(body.length, IllegalStateException::new, receiving.lease()),
                decoder,
                IllegalStateException::new,
                new LargeMessages("weather"));
    }

    @Test
    void messagesOfABatchWaitForDemand() {
        StepVerifier.create(response(), 0)
                .expectSubscription()
                .thenRequest(1)
                .expectNext(this.batch.get(0))
                .thenRequest(1)
                .expectNext(this.batch.get(1))
                .thenRequest(Long.MAX_VALUE)
                .expectNext(this.batch.get(2))
                .expectComplete()
                .verify(LIMIT);
    }

    @Test
    void batchIsCancelledBetweenItsMessages() {
        StepVerifier.create(response(), 2)
                .expectNext(this.batch.get(0), this.batch.get(1))
                .thenCancel()
                .verify(LIMIT);
    }

    // fault G06: on the event loop, and on a thread for large messages, whose bytes count in the budget
    @ParameterizedTest
    @ValueSource(ints = {100, 80_000})
    void responseForWhichTheMemoryIsTooLittleFailsAndIsNotCountedAnyMore(int size) {
        ReceiveBudget receiving = new ReceiveBudget(100_000);

        StepVerifier.create(response(new byte[size], receiving, body -> {
                    throw new OutOfMemoryError("test");
                }))
                .expectError(OutOfMemoryError.class)
                .verify(LIMIT);

        receiving.lease().set(90_000);
        assertThatThrownBy(() -> receiving.lease().set(90_000)).isInstanceOf(ReceiveBudgetSpentException.class);
    }
}
