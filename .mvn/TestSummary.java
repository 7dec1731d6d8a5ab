import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Prints what the tests of one module cost: their number, the twenty slowest classes, and how many tests were skipped for
 * which reason. Reads the XML reports of Surefire that were written since the build started. Run as a source file by the
 * build, after the tests; it never fails the build.
 *
 * <pre>java TestSummary.java (start of the build, ISO 8601) (directory of reports)...</pre>
 */
final class TestSummary {

    private static final int SLOWEST = 20;

    private static final int MAX_REASON = 120;

    /** Seconds of each test class, all of its reports together. */
    private final Map<String, Double> suites = new TreeMap<>();

    private final Map<String, Integer> skipped = new TreeMap<>();

    private int tests;

    public static void main(String[] arguments) {
        try {
            TestSummary summary = new TestSummary();
            for (String directory : List.of(arguments).subList(1, arguments.length)) {
                Path reports = Path.of(directory);
                if (Files.isDirectory(reports)) {
                    summary.readAll(reports, Instant.parse(arguments[0]));
                }
            }
            summary.print();
        } catch (Exception ex) {
            System.out.println("No summary of the tests: " + ex);
        }
    }

    private void readAll(Path reports, Instant start) throws IOException, XMLStreamException {
        try (Stream<Path> files = Files.list(reports)) {
            for (Path file : files.filter(TestSummary::isReport).toList()) {
                if (!Files.getLastModifiedTime(file).toInstant().isBefore(start)) {
                    read(file);
                }
            }
        }
    }

    private static boolean isReport(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith("TEST-") && name.endsWith(".xml");
    }

    private void read(Path file) throws IOException, XMLStreamException {
        try (InputStream content = Files.newInputStream(file)) {
            XMLStreamReader xml = XMLInputFactory.newDefaultFactory().createXMLStreamReader(content);
            while (xml.hasNext()) {
                if (xml.next() == XMLStreamConstants.START_ELEMENT) {
                    readElement(xml);
                }
            }
        }
    }

    private void readElement(XMLStreamReader xml) throws XMLStreamException {
        switch (xml.getLocalName()) {
            case "testsuite" -> suites.merge(
                    xml.getAttributeValue(null, "name"),
                    Double.parseDouble(xml.getAttributeValue(null, "time").replace(",", "")),
                    Double::sum);
            case "testcase" -> tests++;
            case "skipped" -> {
                String message = xml.getAttributeValue(null, "message");
                skipped.merge(reason((message != null) ? message : xml.getElementText()), 1, Integer::sum);
            }
            default -> {
                // properties, output and failures
            }
        }
    }

    /** A condition gives its reason as the message, an assumption as the first line of its stack trace. */
    private static String reason(String message) {
        String line = message.strip().lines().findFirst().orElse("no reason given");
        String reason = line.replaceFirst("^\\S+TestAbortedException: ", "").replaceFirst("^Assumption failed: ", "");
        return (reason.length() > MAX_REASON) ? reason.substring(0, MAX_REASON) + "…" : reason;
    }

    private void print() {
        if (suites.isEmpty()) {
            return;
        }
        double seconds = suites.values().stream().mapToDouble(Double::doubleValue).sum();
        line("%d tests in %d classes took %.0f s in total. The slowest classes:", tests, suites.size(), seconds);
        suites.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(SLOWEST)
                .forEach(suite -> line("%8.1f s  %s", suite.getValue(), suite.getKey()));
        int without = skipped.values().stream().mapToInt(Integer::intValue).sum();
        line("%d skipped%s", without, skipped.isEmpty() ? "" : ":");
        skipped.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .forEach(entry -> line("%8d    %s", entry.getValue(), entry.getKey()));
    }

    private static void line(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }
}
