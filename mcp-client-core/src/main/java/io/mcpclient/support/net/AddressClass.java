package io.mcpclient.support.net;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import io.netty.util.NetUtil;

/**
 * The class of an IP address, as one table of networks. The first row that contains an address applies; an address in no row is
 * public for IPv4 and reserved for IPv6.
 *
 * @see "IANA special-purpose address registries for IPv4 and IPv6; SEC-03; fault H07"
 */
enum AddressClass {

    /** An address on the public internet. */
    PUBLIC("public", false),

    /** This machine. */
    LOOPBACK("loopback", true),

    /** An address of a private network. */
    PRIVATE("private", true),

    /** An address behind carrier-grade NAT. */
    SHARED("shared", true),

    /** Link-local addresses, and metadata services of clouds: never to be reached by accident. */
    LINK_LOCAL("link-local", false),

    MULTICAST("multicast", false),

    UNSPECIFIED("unspecified", false),

    DOCUMENTATION("documentation", false),

    RESERVED("reserved", false),

    /** An IPv6 address that embeds a non-public IPv4 address. */
    EMBEDDED("embedded", false);

    private static final List<Network> IPV4 = List.of(
            new Network("0.0.0.0", 32, UNSPECIFIED),
            new Network("0.0.0.0", 8, RESERVED),
            new Network("10.0.0.0", 8, PRIVATE),
            new Network("100.100.100.200", 32, LINK_LOCAL), // metadata of virtual machines in Alibaba Cloud
            new Network("100.64.0.0", 10, SHARED),
            new Network("127.0.0.0", 8, LOOPBACK),
            new Network("168.63.129.16", 32, LINK_LOCAL), // the host of a virtual machine in Azure
            new Network("169.254.0.0", 16, LINK_LOCAL),
            new Network("172.16.0.0", 12, PRIVATE),
            new Network("192.0.0.0", 24, RESERVED),
            new Network("192.0.2.0", 24, DOCUMENTATION),
            new Network("192.88.99.0", 24, RESERVED),
            new Network("192.168.0.0", 16, PRIVATE),
            new Network("198.18.0.0", 15, RESERVED),
            new Network("198.51.100.0", 24, DOCUMENTATION),
            new Network("203.0.113.0", 24, DOCUMENTATION),
            new Network("224.0.0.0", 4, MULTICAST),
            new Network("240.0.0.0", 4, RESERVED));

    private static final List<Network> IPV6 = List.of(
            new Network("::", 128, UNSPECIFIED),
            new Network("::1", 128, LOOPBACK),
            new Network("100::", 64, RESERVED),
            new Network("100:0:0:1::", 64, RESERVED),
            new Network("64:ff9b:1::", 48, RESERVED),
            new Network("2001:db8::", 32, DOCUMENTATION),
            new Network("3fff::", 20, DOCUMENTATION),
            new Network("fd00:ec2::", 32, LINK_LOCAL), // metadata of virtual machines in AWS
            new Network("fd20:ce::", 32, LINK_LOCAL), // the same in Google Cloud
            new Network("fc00::", 7, PRIVATE),
            new Network("fe80::", 10, LINK_LOCAL),
            new Network("fec0::", 10, PRIVATE),
            new Network("ff00::", 8, MULTICAST));

    /** Networks whose addresses embed IPv4 addresses, which determine the class. */
    private static final List<Embedding> EMBEDDINGS = List.of(
            new Embedding("::ffff:0:0", 96, 12, 0), // mapped
            new Embedding("::ffff:0:0:0", 96, 12, 0), // translated
            new Embedding("::", 96, 12, 0), // compatible
            new Embedding("64:ff9b::", 96, 12, 0), // NAT64
            new Embedding("2002::", 16, 2, 0), // 6to4
            new Embedding("2001::", 32, 4, 0), // Teredo: its server
            new Embedding("2001::", 32, 12, 0xff)); // Teredo: its client, inverted

    /** Addresses that IETF protocols use for themselves, including Teredo. */
    private static final Network PROTOCOLS = new Network("2001::", 23, RESERVED);

    /** All IPv6 addresses that have been allocated to hosts so far. */
    private static final Network GLOBAL = new Network("2000::", 3, PUBLIC);

    private final String words;

    private final boolean isShared;

    AddressClass(String words, boolean isShared) {
        this.words = words;
        this.isShared = isShared;
    }

    /** Returns the class of an address. */
    static AddressClass of(InetAddress address) {
        return of(address.getAddress());
    }

    /**
     * Returns the classes of the addresses of one host; empty if any of them is public: the owner of the host is uncertain
     * then.
     */
    static Set<AddressClass> of(Collection<InetAddress> addresses) {
        Set<AddressClass> classes = EnumSet.noneOf(AddressClass.class);
        addresses.forEach(address -> classes.add(of(address)));
        return classes.contains(PUBLIC) ? Set.of() : classes;
    }

    private static AddressClass of(byte[] address) {
        return (address.length == 4) ? ofIpv4(address) : ofIpv6(address);
    }

    private static AddressClass ofIpv4(byte[] address) {
        return first(IPV4, address, PUBLIC);
    }

    private static AddressClass ofIpv6(byte[] address) {
        AddressClass named = first(IPV6, address, PUBLIC);
        if (named != PUBLIC) {
            return named;
        }
        List<Embedding> embeddings = EMBEDDINGS.stream()
                .filter(embedding -> embedding.network().has(address))
                .toList();
        if (!embeddings.isEmpty()) {
            return embeddings.stream().allMatch(embedding -> ofIpv4(embedding.ipv4(address)) == PUBLIC)
                    ? PUBLIC
                    : EMBEDDED;
        }
        return (GLOBAL.has(address) && !PROTOCOLS.has(address)) ? PUBLIC : RESERVED;
    }

    private static AddressClass first(List<Network> networks, byte[] address, AddressClass otherwise) {
        return networks.stream()
                .filter(network -> network.has(address))
                .map(Network::type)
                .findFirst()
                .orElse(otherwise);
    }

    /** Whether a server with such an address may refer to other addresses of this class. */
    boolean isShared() {
        return this.isShared;
    }

    @Override
    public String toString() {
        return this.words;
    }

    /** Addresses with a common prefix. */
    private record Network(byte[] base, int bits, AddressClass type) {

        Network(String base, int bits, AddressClass type) {
            this(bytes(base), bits, type);
        }

        private static byte[] bytes(String literal) {
            byte[] bytes = NetUtil.createByteArrayFromIpAddressString(literal);
            if (bytes == null) {
                throw new IllegalArgumentException(literal);
            }
            return bytes;
        }

        boolean has(byte[] address) {
            int whole = this.bits / 8;
            int mask = 0xff00 >> (this.bits % 8) & 0xff;
            return address.length == this.base.length
                    && Arrays.equals(address, 0, whole, this.base, 0, whole)
                    && (mask == 0 || (address[whole] & mask) == (this.base[whole] & mask));
        }
    }

    /** IPv6 addresses that embed an IPv4 address. */
    private record Embedding(Network network, int offset, int inversion) {

        Embedding(String base, int bits, int offset, int inversion) {
            this(new Network(base, bits, EMBEDDED), offset, inversion);
        }

        byte[] ipv4(byte[] address) {
            byte[] ipv4 = Arrays.copyOfRange(address, this.offset, this.offset + 4);
            for (int i = 0; i < ipv4.length; i++) {
                ipv4[i] ^= (byte) this.inversion;
            }
            return ipv4;
        }
    }
}
