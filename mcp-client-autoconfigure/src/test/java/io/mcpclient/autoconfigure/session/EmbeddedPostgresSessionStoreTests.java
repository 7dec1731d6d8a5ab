package io.mcpclient.autoconfigure.session;

class EmbeddedPostgresSessionStoreTests extends JdbcSessionStoreContract {

    @Override
    protected String url() {
        return SharedPostgres.server().getJdbcUrl("postgres", "postgres");
    }
}
