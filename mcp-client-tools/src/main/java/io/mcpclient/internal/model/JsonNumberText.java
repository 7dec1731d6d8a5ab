package io.mcpclient.internal.model;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Reads numbers of JSON with all their digits: integers as {@link Integer}, {@link Long} or {@link BigInteger}, others as
 * {@link BigDecimal}, except a negative zero, which only a {@link Double} can represent. Not thread-safe.
 */
final class JsonNumberText {

    private static final int MAX_LENGTH = 1_000;

    private static final int MAX_SCALE = 10_000;

    private static final int DIGITS_OF_LONG = 18;

    private final JsonText text;

    JsonNumberText(JsonText text) {
        this.text = text;
    }

    /**
     * Reads the number that begins here.
     * @throws UnreadableJsonException if it is not a number of JSON, or exceeds a limit
     */
    Number read() throws UnreadableJsonException {
        int begin = this.text.position();
        int i = (this.text.at(begin) == '-') ? begin + 1 : begin;
        i = (this.text.at(i) == '0') ? i + 1 : digits(i);
        boolean isInteger = true;
        if (this.text.at(i) == '.') {
            isInteger = false;
            i = digits(i + 1);
        }
        if (this.text.at(i) == 'e' || this.text.at(i) == 'E') {
            isInteger = false;
            boolean isSigned = this.text.at(i + 1) == '-' || this.text.at(i + 1) == '+';
            i = digits(isSigned ? i + 2 : i + 1);
        }
        if (JsonText.isName(this.text.at(i)) || this.text.at(i) == '.') {
            throw notANumber(begin);
        }
        if (i - begin > MAX_LENGTH) {
            throw this.text.problem(begin, "a number of more than " + MAX_LENGTH + " characters");
        }
        this.text.moveTo(i);
        String number = this.text.text.substring(begin, i);
        return isInteger ? integer(number) : decimal(begin, number);
    }

    private int digits(int from) throws UnreadableJsonException {
        int i = from;
        while (JsonText.isDigit(this.text.at(i))) {
            i++;
        }
        if (i == from) {
            throw notANumber(this.text.position());
        }
        return i;
    }

    private UnreadableJsonException notANumber(int begin) {
        return this.text.problem(begin, "\"" + this.text.excerpt(begin) + "\" does not begin with a number of JSON");
    }

    private static Number integer(String number) {
        return (number.length() <= DIGITS_OF_LONG) ? integer(Long.parseLong(number)) : smallest(new BigInteger(number));
    }

    private static Number integer(long number) {
        return (number == (int) number) ? (Number) (int) number : (Number) number;
    }

    /** Returns an integer in the smallest of the types that parsers use. */
    static Number smallest(BigInteger number) {
        return (number.bitLength() < Long.SIZE) ? integer(number.longValue()) : number;
    }

    private Number decimal(int begin, String number) throws UnreadableJsonException {
        BigDecimal decimal;
        try {
            decimal = new BigDecimal(number);
        } catch (NumberFormatException ex) {
            decimal = null; // an exponent beyond the integers
        }
        if (decimal == null || Math.abs((long) decimal.scale()) > MAX_SCALE) {
            throw this.text.problem(begin, "a number with an exponent beyond " + MAX_SCALE);
        }
        return (decimal.signum() == 0 && number.startsWith("-")) ? (Number) (-0.0) : decimal;
    }
}
