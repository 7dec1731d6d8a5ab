package io.mcpclient.autoconfigure.session;

class H2SessionStoreTests extends JdbcSessionStoreContract {

    @Override
    protected String url() {
        return "jdbc:h2:mem:contract";
    }
}
