package io.mcpclient.testkit;

import java.util.function.Function;
import java.util.function.Predicate;

/** One line of a script: which requests, how often, and what they get. It counts from its reply on. */
public final class ScriptedRule {

    private final ScriptedHttpServer server;
    private final String name;
    private Predicate<RecordedRequest> matcher;
    private int least = 1;
    private int most = 1;
    private int used;
    private Function<RecordedRequest, Reply> reply = request -> Reply.status(500);

    ScriptedRule(ScriptedHttpServer server, String name, Predicate<RecordedRequest> matcher) {
        this.server = server;
        this.name = name;
        this.matcher = matcher;
    }

    /** Narrows the rule down to requests of which this is true as well. */
    public ScriptedRule where(Predicate<RecordedRequest> condition) {
        this.matcher = this.matcher.and(condition);
        return this;
    }

    /** Only for requests on this path, without its query. */
    public ScriptedRule path(String path) {
        return where(request -> request.path().split("\\?", 2)[0].equals(path));
    }

    /** Wants exactly this many requests; the default is one. */
    public ScriptedRule times(int times) {
        this.least = times;
        this.most = times;
        return this;
    }

    /** Wants at least one request and takes any number. */
    public ScriptedRule always() {
        this.least = 1;
        this.most = Integer.MAX_VALUE;
        return this;
    }

    /** Takes any number of requests, none at all too. */
    public ScriptedRule optionally() {
        this.least = 0;
        this.most = Integer.MAX_VALUE;
        return this;
    }

    public ScriptedHttpServer reply(Reply reply) {
        return reply(request -> reply);
    }

    /** Makes a reply out of the request; the function may wait and runs on a thread of the server. */
    public ScriptedHttpServer reply(Function<RecordedRequest, Reply> reply) {
        this.reply = reply;
        this.server.add(this);
        return this.server;
    }

    /** Called under the server's lock. */
    boolean takes(RecordedRequest request) {
        if (this.used == this.most || !this.matcher.test(request)) {
            return false;
        }
        this.used++;
        return true;
    }

    Function<RecordedRequest, Reply> reply() {
        return this.reply;
    }

    boolean satisfied() {
        return this.used >= this.least;
    }

    @Override
    public String toString() {
        return "on(" + this.name + ") was used " + this.used + " of " + this.least + " times";
    }
}
