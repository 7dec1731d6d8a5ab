package io.mcpclient.sample.api;

import java.io.IOException;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import io.mcpclient.sample.dialog.Approvals;
import io.mcpclient.sample.dialog.Approvals.Decision;

/** Lists the tool calls that wait for the user's approval, and accepts the decisions. */
@RestController
class ApprovalsController {

    private final Approvals approvals;

    private final Arguments arguments = new Arguments();

    ApprovalsController(Approvals approvals) {
        this.approvals = approvals;
    }

    @GetMapping("/api/approvals")
    List<Approvals.Pending> pending() {
        return this.approvals.pending();
    }

    @PostMapping("/api/approvals/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void decide(@PathVariable("id") String id, HttpServletRequest request) throws IOException {
        Decision decision =
                switch (String.valueOf(this.arguments.read(request).get("decision"))) {
                    case "approve" -> Decision.APPROVE;
                    case "remember" -> Decision.REMEMBER;
                    case "deny" -> Decision.DENY;
                    default -> throw new InvalidArgumentsException("The decision must be approve, remember or deny");
                };
        if (!this.approvals.respond(id, decision)) {
            throw new NotFoundException("No call waits for approval under this id");
        }
    }
}
