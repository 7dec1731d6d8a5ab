package io.mcpclient.sample.embedded;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;

import io.mcpclient.sample.embedded.NoteBook.Note;

/** The tools of the server {@code notes}: for reading, writing and deleting, and one that always fails. */
final class NoteTools {

    private final NoteBook book;

    private record Found(List<Note> notes, int total) {}

    NoteTools(NoteBook book) {
        this.book = book;
        book.add(
                "Welcome",
                "Add a note, find it, delete it. All are gone when the application ends.",
                List.of("sample"));
    }

    List<SyncToolSpecification> specifications() {
        return List.of(
                new ToolDefinition("add_note", "Add a note", "Writes a note into the book.")
                        .writes(false, false)
                        .input("title", "string", "Title of the note", "minLength", 1, "maxLength", 100)
                        .input("text", "string", "What it says", "maxLength", 5000)
                        .input(
                                "tags",
                                "array",
                                "Words to find it by",
                                "items",
                                Map.of("type", "string"),
                                "maxItems",
                                10)
                        .required("title")
                        .handledBy(this::add),
                new ToolDefinition("list_notes", "List notes", "Lists the notes, newest first.")
                        .readOnly()
                        .input("limit", "integer", "How many at most", "minimum", 1, "maximum", 100, "default", 20)
                        .handledBy(input -> found(this.book.newestFirst(input.integer("limit", 20)))),
                new ToolDefinition("search_notes", "Search notes", "Finds the notes that contain some words.")
                        .readOnly()
                        .input("words", "string", "Words to look for", "minLength", 1, "maxLength", 100)
                        .required("words")
                        .handledBy(input -> found(this.book.search(input.text("words")))),
                new ToolDefinition("delete_note", "Delete a note", "Deletes a note for good.")
                        .writes(true, true)
                        .input("id", "integer", "Number of the note", "minimum", 1)
                        .required("id")
                        .handledBy(input -> delete(input.integer("id", 0))),
                new ToolDefinition(
                                "print_notes",
                                "Print notes",
                                "Prints all notes. There is no printer: it always fails, to show how that looks.")
                        .readOnly()
                        .handledBy(input -> Results.failure("No printer is connected.")));
    }

    private CallToolResult add(ToolInput input) {
        return this.book
                .add(input.text("title"), input.text("text", ""), input.texts("tags"))
                .map(note -> Results.structured("Added " + note, note))
                .orElseGet(() -> Results.failure("The book is full."));
    }

    private CallToolResult delete(int id) {
        return this.book.delete(id)
                ? Results.text("Deleted note #" + id + ".")
                : Results.failure("There is no note #" + id + ".");
    }

    private CallToolResult found(List<Note> notes) {
        String text = notes.isEmpty()
                ? "No notes."
                : notes.stream().map(Note::toString).collect(Collectors.joining("\n"));
        return Results.structured(text, new Found(notes, this.book.size()));
    }
}
