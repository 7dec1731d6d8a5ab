package io.mcpclient.internal.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

import io.mcpclient.jsonrpc.JsonRpcId;
import io.mcpclient.jsonrpc.JsonRpcResult;
import io.mcpclient.transport.ReceivedMessage;
import io.mcpclient.transport.ResponseHead;

class JsonResponseTests {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final List<ReceivedMessage> batch = IntStream.range(0, 3)
            .mapToObj(i -> new ReceivedMessage(new JsonRpcResult(JsonRpcId.of(i), List.of()), ResponseHead.NONE, true))
            .toList();

    private JsonResponse response() {
        DataBuffer body = DefaultDataBufferFactory.sharedInstance.wrap("[]".getBytes(StandardCharsets.UTF_8));
        return new JsonResponse(
                Flux.just(body),
                new JsonResponse.Limit(1000, IllegalStateException::new, new ReceiveBudget(1000).lease()),
                joined -> this.batch,
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
}
