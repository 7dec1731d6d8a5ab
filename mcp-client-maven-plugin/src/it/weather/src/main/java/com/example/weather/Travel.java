package com.example.weather;

/** Compiles against what the goal has written. */
class Travel {

    private final Weather weather;

    private final Alerts alerts;

    Travel(Weather weather, Alerts alerts) {
        this.weather = weather;
        this.alerts = alerts;
    }

    boolean isWarm(String city) {
        return this.weather.getForecast(city, 3).temperatures().stream().allMatch(degrees -> degrees > 20);
    }

    String alerts() {
        return this.alerts.getAlerts();
    }
}
