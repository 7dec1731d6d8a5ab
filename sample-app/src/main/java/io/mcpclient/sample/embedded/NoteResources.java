package io.mcpclient.sample.embedded;

import java.util.List;
import java.util.stream.Collectors;

import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;

import io.mcpclient.sample.embedded.NoteBook.Note;

/** The notes as resources of the server {@code notes}: one resource for all of them, and a template for each. */
final class NoteResources {

    static final String ALL = "notes:///all";

    private static final String ONE = "notes:///note/";

    private static final String TEXT = "text/plain";

    private static final int MANY = 1000;

    private final NoteBook book;

    NoteResources(NoteBook book) {
        this.book = book;
    }

    List<SyncResourceSpecification> resources() {
        Resource all = Resource.builder(ALL, "all")
                .title("All notes")
                .description("The whole book, newest first")
                .mimeType(TEXT)
                .build();
        return List.of(new SyncResourceSpecification(
                all,
                (exchange, request) -> text(
                        ALL,
                        this.book.newestFirst(MANY).stream().map(Note::toString).collect(Collectors.joining("\n")))));
    }

    List<SyncResourceTemplateSpecification> templates() {
        ResourceTemplate one = ResourceTemplate.builder(ONE + "{id}", "note")
                .title("One note")
                .description("The note of a number")
                .mimeType(TEXT)
                .build();
        return List.of(new SyncResourceTemplateSpecification(one, (exchange, request) -> note(request.uri())));
    }

    private ReadResourceResult note(String uri) {
        String id = uri.substring(ONE.length());
        return this.book.newestFirst(MANY).stream()
                .filter(note -> String.valueOf(note.id()).equals(id))
                .findFirst()
                .map(note -> text(uri, note.title() + "\n\n" + note.text()))
                .orElseThrow(() -> McpError.builder(ErrorCodes.RESOURCE_NOT_FOUND)
                        .message("There is no such note")
                        .build());
    }

    private static ReadResourceResult text(String uri, String text) {
        TextResourceContents contents =
                TextResourceContents.builder(uri, text).mimeType(TEXT).build();
        return ReadResourceResult.builder(List.of(contents)).build();
    }
}
