package io.mcpclient.support.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The table of networks, row by row with its edges: SEC-03, H07. */
class AddressClassTests {

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, unspecified",
        "0.0.0.1, reserved",
        "0.255.255.255, reserved",
        "1.0.0.0, public",
        "9.255.255.255, public",
        "10.0.0.0, private",
        "10.255.255.255, private",
        "11.0.0.0, public",
        "100.63.255.255, public",
        "100.64.0.0, shared",
        "100.100.100.199, shared",
        "100.100.100.200, link-local",
        "100.127.255.255, shared",
        "100.128.0.0, public",
        "126.255.255.255, public",
        "127.0.0.1, loopback",
        "127.255.255.255, loopback",
        "128.0.0.0, public",
        "168.63.129.16, link-local",
        "168.63.129.17, public",
        "169.253.255.255, public",
        "169.254.169.254, link-local",
        "169.255.0.0, public",
        "172.15.255.255, public",
        "172.16.0.0, private",
        "172.31.255.255, private",
        "172.32.0.0, public",
        "192.0.0.192, reserved",
        "192.0.1.0, public",
        "192.0.2.1, documentation",
        "192.0.3.0, public",
        "192.88.99.1, reserved",
        "192.88.100.0, public",
        "192.167.255.255, public",
        "192.168.0.0, private",
        "192.168.255.255, private",
        "192.169.0.0, public",
        "198.17.255.255, public",
        "198.18.0.0, reserved",
        "198.19.255.255, reserved",
        "198.20.0.0, public",
        "198.51.100.7, documentation",
        "198.51.101.0, public",
        "203.0.113.7, documentation",
        "203.0.114.0, public",
        "223.255.255.255, public",
        "224.0.0.1, multicast",
        "239.255.255.255, multicast",
        "240.0.0.0, reserved",
        "255.255.255.255, reserved",
    })
    void ofIpv4(String address, String type) throws Exception {
        assertThat(of(address)).hasToString(type);
    }

    @ParameterizedTest
    @CsvSource({
        "::, unspecified",
        "::1, loopback",
        "::2, embedded",
        "100::1, reserved",
        "100:0:0:1::1, reserved",
        "64:ff9b:1::808:808, reserved",
        "2000::1, public",
        "2001:0db8::1, documentation",
        "2001:0db7::1, public",
        "2001:0002::1, reserved",
        "2001:0020::1, reserved",
        "2001:01ff::1, reserved",
        "2001:0200::1, public",
        "2606:4700:4700::1111, public",
        "3ffe::1, public",
        "3fff::1, documentation",
        "3fff:1000::1, public",
        "4000::1, reserved",
        "5f00::1, reserved",
        "fbff::1, reserved",
        "fc00::1, private",
        "fdff:ffff::1, private",
        "fd00:ec2::254, link-local",
        "fd20:ce::254, link-local",
        "fe00::1, reserved",
        "fe80::1, link-local",
        "febf:ffff::1, link-local",
        "fec0::1, private",
        "ff02::1, multicast",
    })
    void ofIpv6(String address, String type) throws Exception {
        assertThat(of(address)).hasToString(type);
    }

    // Ways to write an IPv4 address that a look at the number alone does not see
    @ParameterizedTest
    @CsvSource({
        "::ffff:127.0.0.1, loopback", // the runtime makes it an IPv4 address
        "::ffff:10.0.0.1, private",
        "::ffff:8.8.8.8, public",
        "::127.0.0.1, embedded",
        "::8.8.8.8, public",
        "::ffff:0:127.0.0.1, embedded",
        "64:ff9b::127.0.0.1, embedded",
        "64:ff9b::a9fe:a9fe, embedded",
        "64:ff9b::8.8.8.8, public",
        "2002:7f00:1::, embedded",
        "2002:0a00:1::1, embedded",
        "2002:808:808::1, public",
        "2001:0:808:808::f7f7:f7f7, public",
        "2001:0:808:808::80ff:fffe, embedded", // client 127.0.0.1
        "2001:0:7f00:1::f7f7:f7f7, embedded", // server 127.0.0.1
    })
    void ofAddressesWithinAddresses(String address, String type) throws Exception {
        assertThat(of(address)).hasToString(type);
    }

    @Test
    void ofIpv4MappedIpv6Address() throws Exception {
        byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xff, (byte) 0xff, 127, 0, 0, 1};

        assertThat(AddressClass.of(java.net.Inet6Address.getByAddress("host", mapped, 0)))
                .isEqualTo(AddressClass.EMBEDDED);
    }

    // a server that is at a public address as well may be anybody's
    @Test
    void ofHostIsEmptyIfOneAddressIsPublic() throws Exception {
        InetAddress own = InetAddress.getByName("10.0.0.1");

        assertThat(AddressClass.of(List.of(own, InetAddress.getByName("::1"))))
                .containsExactlyInAnyOrder(AddressClass.PRIVATE, AddressClass.LOOPBACK);
        assertThat(AddressClass.of(List.of(own, InetAddress.getByName("8.8.8.8"))))
                .isEmpty();
        assertThat(AddressClass.of(List.of())).isEmpty();
    }

    private static AddressClass of(String address) throws UnknownHostException {
        return AddressClass.of(InetAddress.getByName(address));
    }
}
