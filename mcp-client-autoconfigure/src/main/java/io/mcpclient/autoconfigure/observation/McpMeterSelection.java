package io.mcpclient.autoconfigure.observation;

import java.util.Set;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;

import io.mcpclient.observation.DefaultMcpClientObservationConvention;
import io.mcpclient.observation.DefaultMcpExchangeObservationConvention;
import io.mcpclient.observation.DefaultMcpServerObservationConvention;
import io.mcpclient.observation.McpClientObservationDocumentation.LowCardinalityKeys;
import io.mcpclient.schema.McpMethods;

/**
 * Omits durations and tags that tell little and have a time series for each server:
 *
 * <table>
 * <caption>What is omitted</caption>
 * <tr><td>durations of exchanges</td><td>unless they are enabled</td></tr>
 * <tr><td>the operation {@code notifications/initialized}</td><td>part of a handshake, like {@code initialize}</td></tr>
 * <tr><td>tags that describe failures</td><td>on calls in progress, which have not failed</td></tr>
 * </table>
 *
 * Other tags have the value {@code none} where they do not apply: the registry for Prometheus rejects meters of one name with
 * different tags before Micrometer 1.17.
 */
final class McpMeterSelection implements MeterFilter {

    private static final String ACTIVE = ".active";

    private static final Set<String> IN_PROGRESS = Set.of(
            DefaultMcpClientObservationConvention.NAME + ACTIVE,
            DefaultMcpExchangeObservationConvention.NAME + ACTIVE,
            DefaultMcpServerObservationConvention.NAME + ACTIVE);

    private static final Set<String> OF_FAILURES =
            Set.of(LowCardinalityKeys.ERROR_TYPE.asString(), LowCardinalityKeys.STATUS_CODE.asString());

    private final boolean exchanges;

    /**
     * Creates a selection.
     * @param exchanges whether exchanges are measured
     */
    McpMeterSelection(boolean exchanges) {
        this.exchanges = exchanges;
    }

    @Override
    public MeterFilterReply accept(Meter.Id id) {
        return (isExchange(id) && !this.exchanges) || isHandshake(id)
                ? MeterFilterReply.DENY
                : MeterFilterReply.NEUTRAL;
    }

    private static boolean isExchange(Meter.Id id) {
        return is(id, DefaultMcpExchangeObservationConvention.NAME);
    }

    private static boolean isHandshake(Meter.Id id) {
        return is(id, DefaultMcpClientObservationConvention.NAME)
                && McpMethods.NOTIFICATIONS_INITIALIZED.equals(id.getTag(LowCardinalityKeys.METHOD_NAME.asString()));
    }

    private static boolean is(Meter.Id id, String duration) {
        String name = id.getName();
        return name.startsWith(duration) && (name.length() == duration.length() || name.endsWith(ACTIVE));
    }

    @Override
    public Meter.Id map(Meter.Id id) {
        return IN_PROGRESS.contains(id.getName())
                ? id.replaceTags(id.getTags().stream()
                        .filter(tag -> !OF_FAILURES.contains(tag.getKey()))
                        .toList())
                : id;
    }
}
