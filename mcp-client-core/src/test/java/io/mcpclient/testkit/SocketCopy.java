package io.mcpclient.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Set;

/** Copies bytes from one socket to another one. */
final class SocketCopy {

    private SocketCopy() {}

    /**
     * Copies until one of both ends hangs up, which the other one notices: both are closed then.
     * @param open both are taken out of it at the end
     */
    static void untilTheEnd(Socket from, Socket to, Set<Socket> open) {
        byte[] buffer = new byte[16 * 1024];
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                out.write(buffer, 0, count);
                out.flush();
            }
        } catch (IOException ex) {
            // one of them is gone
        } finally {
            open.remove(from);
            open.remove(to);
        }
    }
}
