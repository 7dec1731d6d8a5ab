package io.mcpclient.autoconfigure.session;

import org.testcontainers.junit.jupiter.Testcontainers;

/**
 * With servers in containers that are stopped and started again. Skipped where there is no container engine: then it is
 * child processes that prove it, in every build.
 */
@Testcontainers(disabledWithoutDocker = true)
class ContainerStoreOutageTests extends StoreOutageContract {

    @Override
    protected StoppableServer redis() {
        return StoppableContainer.redis();
    }

    @Override
    protected StoppableServer postgres() {
        return StoppableContainer.postgres();
    }
}
