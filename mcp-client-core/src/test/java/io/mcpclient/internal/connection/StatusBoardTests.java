package io.mcpclient.internal.connection;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpSessionException;
import io.mcpclient.internal.connection.StatusBoard.Change;
import io.mcpclient.status.McpClientState;

import static org.assertj.core.api.Assertions.assertThat;

/** Announcements that other threads have overtaken. */
class StatusBoardTests {

    private final StatusBoard board = new StatusBoard("weather", InstantSource.system());

    private final List<String> heard = new ArrayList<>();

    @Test
    void reasonOfALossIsKnownWhileConnectingAlthoughItsAnnouncementIsOutdated() {
        McpException loss =
                new McpSessionException(McpErrorDetails.of("weather", "tools/call", McpOutcome.REJECTED, "lost"));
        this.board.addListener(status -> this.heard.add(status.state() + " " + (status.lastError() == loss)));

        this.board.announce(() -> true, Change.connecting(loss));
        this.board.announce(() -> false, Change.disconnected(loss, null));
        this.board.announce(() -> true, Change.to(McpClientState.INITIALIZING));
        this.board.announce(() -> true, Change.connecting(null));

        assertThat(this.heard).containsExactly("CONNECTING true", "INITIALIZING true", "CONNECTING true");
    }
}
