package io.mcpclient.internal.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.jspecify.annotations.Nullable;

/** Random plain JSON as parsers represent it. */
final class RandomJson {

    private static final int MAX_DEPTH = 4;

    private static final String CHARACTERS =
            "ab{}[]\"'`\\/,:;.-+0159 \n\t\r\b\f\u0000\u001f\u007f\u00a0\u200b\u2028é水\ufeff<|>";

    private RandomJson() {}

    static Map<String, Object> object(Random random, int depth) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            object.put(text(random), value(random, depth + 1));
        }
        return object;
    }

    static @Nullable Object value(Random random, int depth) {
        return switch (random.nextInt((depth < MAX_DEPTH) ? 10 : 8)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> random.nextInt(10) - 5;
            case 3 -> random.nextLong() | (1L << 40);
            case 4 -> new BigInteger(70 + random.nextInt(100), random).setBit(69);
            case 5 -> new BigDecimal(new BigInteger(1 + random.nextInt(80), random), random.nextInt(20) + 1);
            case 6, 7 -> text(random);
            case 8 -> array(random, depth);
            default -> object(random, depth);
        };
    }

    private static List<@Nullable Object> array(Random random, int depth) {
        List<@Nullable Object> array = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            array.add(value(random, depth + 1));
        }
        return array;
    }

    static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            if (random.nextInt(10) == 0) {
                text.append("😀");
            } else {
                text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
            }
        }
        return text.toString();
    }
}
