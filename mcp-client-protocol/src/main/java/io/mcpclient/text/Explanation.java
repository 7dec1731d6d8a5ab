package io.mcpclient.text;

/**
 * Why something failed or is rejected, and what to do about it.
 *
 * @param problem the problem, without full stop
 * @param remedy the remedy, a sentence
 */
public record Explanation(String problem, String remedy) {}
