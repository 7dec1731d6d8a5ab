package io.mcpclient.internal.era;

import org.junit.jupiter.api.Test;

import io.mcpclient.jsonrpc.JsonRpcId;

import static org.assertj.core.api.Assertions.assertThat;

class RequestNumbersTests {

    @Test
    void nextOverHttpStartsBelowABillion() {
        RequestNumbers numbers = RequestNumbers.unguessable();

        long first = numbers.next().value();

        assertThat(first).isBetween(1L, 1L << 30);
        assertThat(numbers.next().value()).isEqualTo(first + 1);
    }

    @Test
    void nextOverStdioStartsAtOne() {
        RequestNumbers numbers = RequestNumbers.fromOne();

        assertThat(numbers.next()).isEqualTo(JsonRpcId.of(1));
        assertThat(numbers.next()).isEqualTo(JsonRpcId.of(2));
    }

    @Test
    void nextAfterTheLargestNumberContinuesAtOne() {
        RequestNumbers numbers = new RequestNumbers(Integer.MAX_VALUE - 1);

        assertThat(numbers.next().value()).isEqualTo(Integer.MAX_VALUE);
        assertThat(numbers.next().value()).isOne();
    }
}
