package io.mcpclient.autoconfigure.session;

class EmbeddedPostgresSessionStoreTests extends JdbcStoreContract {

    @Override
    protected String url() {
        return SharedPostgres.server().getJdbcUrl("postgres", "postgres");
    }
}
