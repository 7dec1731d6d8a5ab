package io.mcpclient.benchmarks;

import java.util.List;

/** Tables for reading as text too. */
final class Markdown {

    private Markdown() {}

    static String table(List<List<String>> rows) {
        StringBuilder table = new StringBuilder();
        List<String> header = rows.get(0);
        int[] widths = new int[header.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                table.append("| ").append(pad(row.get(i), widths[i])).append(' ');
            }
            table.append("|\n");
            if (row == header) {
                for (int width : widths) {
                    table.append('|').append("-".repeat(width + 2));
                }
                table.append("|\n");
            }
        }
        return table.toString();
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
