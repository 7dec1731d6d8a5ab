package io.mcpclient.autoconfigure.session;

import io.mcpclient.testkit.Slow;

@Slow
class H2SessionStoreTests extends JdbcSessionStoreContract {

    @Override
    protected String url() {
        return "jdbc:h2:mem:contract";
    }
}
