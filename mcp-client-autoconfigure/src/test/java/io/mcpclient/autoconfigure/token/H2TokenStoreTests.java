package io.mcpclient.autoconfigure.token;

import io.mcpclient.testkit.Slow;

@Slow
class H2TokenStoreTests extends JdbcTokenStoreContract {

    @Override
    protected String url() {
        return "jdbc:h2:mem:contract";
    }
}
