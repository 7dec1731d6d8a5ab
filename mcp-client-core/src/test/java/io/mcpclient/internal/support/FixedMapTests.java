package io.mcpclient.internal.support;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class FixedMapTests {

    private static final int AROUND = 2;

    private static Map<String, @Nullable Object> usual(int size) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = size; i > 0; i--) {
            map.put("name " + i, (i % 3 == 0) ? null : i);
        }
        return map;
    }

    private static @Nullable FixedMap fixed(Map<String, @Nullable Object> usual) {
        Object[] entries = new Object[2 * (usual.size() + AROUND)];
        int i = AROUND;
        for (Map.Entry<String, Object> entry : usual.entrySet()) {
            entries[i++] = entry.getKey();
            entries[i++] = entry.getValue();
        }
        return FixedMap.of(entries, AROUND, i);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, FixedMap.MAX_SEARCHED, FixedMap.MAX_SEARCHED + 1, 100})
    void equalsALinkedHashMap(int size) {
        Map<String, Object> usual = usual(size);

        Map<String, Object> fixed = fixed(usual);

        assertThat(fixed).isEqualTo(usual).hasSameHashCodeAs(usual).hasToString(usual.toString());
        assertThat(usual).isEqualTo(fixed);
        assertThat(List.copyOf(fixed.keySet())).isEqualTo(List.copyOf(usual.keySet()));
        Map<String, Object> visited = new LinkedHashMap<>();
        fixed.forEach(visited::put);
        assertThat(visited.toString()).isEqualTo(usual.toString());
        usual.forEach((name, value) -> {
            assertThat(fixed.containsKey(name)).isTrue();
            assertThat(fixed.get(name)).isEqualTo(value);
        });
        assertThat(fixed.containsKey("other")).isFalse();
        assertThat(fixed.get("other")).isNull();
        assertThat(fixed.containsKey(null)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, FixedMap.MAX_SEARCHED - 1, FixedMap.MAX_SEARCHED, 100})
    void duplicateNamesAreRejected(int size) {
        Object[] entries = new Object[2 * (size + 1)];
        for (int i = 0; i <= size; i++) {
            entries[2 * i] = (i == size) ? "0" : String.valueOf(i);
        }

        assertThat(FixedMap.of(entries, 0, entries.length)).isNull();
    }

    @Test
    void isUnmodifiable() {
        Map<String, Object> fixed = fixed(usual(3));

        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> fixed.put("a", 1));
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> fixed.remove("name 1"));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> fixed.entrySet().iterator().next().setValue(1));
    }
}
