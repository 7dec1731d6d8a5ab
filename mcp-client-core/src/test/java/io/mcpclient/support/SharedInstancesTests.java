package io.mcpclient.support;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SharedInstancesTests {

    private final SharedInstances<String> shared = new SharedInstances<>(4);

    private static String copy(String text) {
        return new String(text.toCharArray());
    }

    @Test
    void equalObjectsShareOneInstance() {
        String first = copy("a");

        assertThat(this.shared.of(first)).isSameAs(first);
        assertThat(this.shared.of(copy("a"))).isSameAs(first);
    }

    // "Aa" and "BB" have the same hash code
    @Test
    void objectWithACollidingSlotReplacesTheOther() {
        String first = copy("Aa");
        this.shared.of(first);
        String second = copy("BB");

        assertThat(this.shared.of(second)).isSameAs(second);
        assertThat(this.shared.of(copy("BB"))).isSameAs(second);
        assertThat(this.shared.of(copy("Aa"))).isEqualTo("Aa").isNotSameAs(first);
    }

    @Test
    void moreObjectsThanSlotsRemainEqual() {
        List<String> texts = IntStream.range(0, 1_000).mapToObj(String::valueOf).toList();

        assertThat(texts)
                .allSatisfy(text -> assertThat(this.shared.of(copy(text))).isEqualTo(text));
    }
}
