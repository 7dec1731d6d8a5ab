package io.mcpclient.autoconfigure.token;

import io.mcpclient.autoconfigure.session.SharedPostgres;

class EmbeddedPostgresTokenStoreTests extends JdbcTokenStoreContract {

    @Override
    protected String url() {
        return SharedPostgres.server().getJdbcUrl("postgres", "postgres");
    }
}
