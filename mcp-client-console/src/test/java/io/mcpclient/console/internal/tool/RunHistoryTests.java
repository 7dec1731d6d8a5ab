package io.mcpclient.console.internal.tool;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RunHistoryTests {

    private static ToolRun run(RunHistory history, String user, String arguments) {
        ToolRun run = ToolRun.begun(history.nextId(), "x", "notes", arguments, 1);
        history.add(user, run);
        return run;
    }

    @Test
    void oldestCallsAreDiscarded() {
        RunHistory history = new RunHistory(2, 1_000_000);
        ToolRun first = run(history, "ada", "{}");
        run(history, "ada", "{}");
        run(history, "ada", "{}");

        assertThat(history.list("ada")).hasSize(2);
        assertThat(history.find("ada", first.id())).isEmpty();
    }

    @Test
    void latestResultIsRetainedHoweverLargeItIs() {
        RunHistory history = new RunHistory(10, 2000);
        run(history, "ada", "{}");
        ToolRun latest = run(history, "ada", "{}");

        history.update("ada", latest.id(), run -> run.done(2, ToolRun.State.DONE, "x".repeat(5000), "", 0));

        assertThat(history.list("ada")).hasSize(1);
        assertThat(history.find("ada", latest.id()).orElseThrow().result()).hasSize(5000);
    }

    @Test
    void callsOfAUserAreNotVisibleToOthers() {
        RunHistory history = new RunHistory(10, 1_000_000);
        ToolRun run = run(history, "ada", "{}");

        assertThat(history.list("bob")).isEmpty();
        assertThat(history.find("bob", run.id())).isEmpty();
        assertThat(history.update("bob", run.id(), one -> one.cancelled(2))).isNull();
    }

    @Test
    void callThatHasEndedIsNotChanged() {
        RunHistory history = new RunHistory(10, 1_000_000);
        ToolRun run = run(history, "ada", "{}");
        history.update("ada", run.id(), one -> one.cancelled(2));

        assertThat(history.update("ada", run.id(), one -> one.done(3, ToolRun.State.DONE, "{}", "", 0)))
                .isNull();
        assertThat(history.find("ada", run.id()).orElseThrow().state()).isEqualTo(ToolRun.State.CANCELLED);
    }

    @Test
    void numberOfUsersIsBounded() {
        RunHistory history = new RunHistory(10, 1_000_000);
        for (int i = 0; i < 150; i++) {
            run(history, "user" + i, "{}");
        }

        assertThat(history.list("user0")).isEmpty();
        assertThat(history.list("user149")).hasSize(1);
    }
}
