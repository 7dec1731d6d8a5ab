package io.mcpclient.autoconfigure.session;

/** The server of a store, which goes away and comes back at the same address. */
public interface StoppableServer extends AutoCloseable {

    /** Returns where it is, whether it is there or not, as Spring Boot and the driver want it. */
    String url();

    void stop();

    /** Begins again where it was. */
    void begin();

    @Override
    void close();
}
