package io.mcpclient.console.internal.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

import org.springframework.http.MediaType;
import org.springframework.util.DigestUtils;

/** Files of the page. They are not in a folder that Spring Boot serves, so that they have no address without the console. */
final class PageFiles {

    private static final String FOLDER = "/io/mcpclient/console/page/";

    private static final Pattern NAME = Pattern.compile("[a-z][a-z-]{0,40}\\.(html|js|css|svg)");

    private static final Map<String, MediaType> TYPES = Map.of(
            "html", MediaType.parseMediaType("text/html;charset=UTF-8"),
            "js", MediaType.parseMediaType("text/javascript;charset=UTF-8"),
            "css", MediaType.parseMediaType("text/css;charset=UTF-8"),
            "svg", MediaType.parseMediaType("image/svg+xml"));

    private final Map<String, PageFile> files = new ConcurrentHashMap<>();

    /**
     * A file.
     *
     * @param type its content type
     * @param content its bytes
     * @param tag entity tag, in quotes
     */
    record PageFile(MediaType type, byte[] content, String tag) {}

    /** Returns a file of the page, empty if there is none of that name. */
    Optional<PageFile> find(String name) {
        if (!NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        PageFile known = this.files.get(name);
        if (known != null) {
            return Optional.of(known);
        }
        try (InputStream in = PageFiles.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                return Optional.empty();
            }
            byte[] content = in.readAllBytes();
            PageFile file = new PageFile(
                    TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), MediaType.APPLICATION_OCTET_STREAM),
                    content,
                    '"' + DigestUtils.md5DigestAsHex(content) + '"');
            this.files.put(name, file);
            return Optional.of(file);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
