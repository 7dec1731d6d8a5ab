package io.mcpclient.autoconfigure.token;

class H2TokenStoreTests extends JdbcTokenStoreContract {

    @Override
    protected String url() {
        return "jdbc:h2:mem:contract";
    }
}
