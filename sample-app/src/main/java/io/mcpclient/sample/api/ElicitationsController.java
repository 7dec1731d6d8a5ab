package io.mcpclient.sample.api;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import io.mcpclient.sample.dialog.Elicitations;
import io.mcpclient.schema.ElicitResult;

/** Lists the servers' questions to the user, and accepts the user's responses. */
@RestController
class ElicitationsController {

    private final Elicitations elicitations;

    private final Arguments arguments = new Arguments();

    ElicitationsController(Elicitations elicitations) {
        this.elicitations = elicitations;
    }

    @GetMapping("/api/elicitations")
    List<Elicitations.Pending> pending() {
        return this.elicitations.pending();
    }

    @PostMapping("/api/elicitations/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void answer(@PathVariable("id") String id, HttpServletRequest request) throws IOException {
        Map<String, Object> body = this.arguments.read(request);
        if (!this.elicitations.answer(id, result(body.get("action"), body.get("content")))) {
            throw new NotFoundException("Nobody waits for an answer under this id");
        }
    }

    private static ElicitResult result(@Nullable Object action, @Nullable Object content) {
        if ("accept".equals(action)) {
            return (content != null) ? accepted(content) : ElicitResult.accept();
        }
        if ("decline".equals(action)) {
            return ElicitResult.decline();
        }
        if ("cancel".equals(action)) {
            return ElicitResult.cancel();
        }
        throw new InvalidArgumentsException("The action must be accept, decline or cancel");
    }

    private static ElicitResult accepted(Object content) {
        if (!(content instanceof Map<?, ?> fields)) {
            throw new InvalidArgumentsException("The content must be a JSON object");
        }
        Map<String, Object> values = new LinkedHashMap<>();
        fields.forEach((name, value) -> values.put(String.valueOf(name), value));
        try {
            return ElicitResult.accept(values);
        } catch (IllegalArgumentException ex) {
            throw new InvalidArgumentsException("The content may hold texts, numbers, booleans and lists of texts");
        }
    }
}
