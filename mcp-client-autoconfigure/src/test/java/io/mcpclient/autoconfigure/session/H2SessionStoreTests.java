package io.mcpclient.autoconfigure.session;

class H2SessionStoreTests extends JdbcStoreContract {

    @Override
    protected String url() {
        return "jdbc:h2:mem:contract";
    }
}
