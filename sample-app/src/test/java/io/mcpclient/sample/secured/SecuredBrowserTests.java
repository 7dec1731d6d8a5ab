package io.mcpclient.sample.secured;

import org.openqa.selenium.By;

import io.mcpclient.console.Chromium;

import static org.assertj.core.api.Assertions.assertThat;

/** The whole flow in a real browser: what is seen and clicked is the console, the authorization server, and the way back. */
class SecuredBrowserTests extends SecuredFlow {

    @Override
    Console open(int port) {
        return new Tabs(Chromium.start(), "http://localhost:" + port + "/");
    }

    private record Tabs(Chromium browser, String address) implements Console {

        Tabs {
            browser.open(address + "mcp-console/");
            browser.read(By.cssSelector("[data-server=vault] .consent"), "Needs your authorization");
            browser.open(address);
        }

        @Override
        public void authorize(String scopes) {
            this.browser.read(By.cssSelector(".authorize"), "vault needs your consent for " + scopes + " at");
            this.browser.click(By.cssSelector(".authorize a"));
            this.browser.goToNewTab();
            this.browser.see(By.tagName("h1"));
            if (this.browser.shows(By.id("log-in"))) {
                this.browser.type(By.id("username"), "ada");
                this.browser.type(By.id("password"), "engine");
                this.browser.click(By.id("log-in"));
            }
            this.browser.see(By.xpath("//fieldset | //h1[text()='Authorized']"));
            if (this.browser.shows(By.id("agree"))) {
                for (String scope : scopes.split(" ")) {
                    this.browser.read(By.tagName("fieldset"), scope);
                }
                this.browser.click(By.id("agree"));
            }
            this.browser.read(By.tagName("body"), "Authorized");
            assertThat(this.browser.address()).startsWith(this.address);
            this.browser.closeTab();
        }

        @Override
        public String run(String tool, String text) {
            this.browser.click(By.cssSelector("button[data-item='tool=" + tool + "']"));
            this.browser.read(By.cssSelector("#tool .origin"), tool);
            if (text != null) {
                this.browser.type(By.id("field-0"), text);
            }
            this.browser.click(By.cssSelector("#tool .run"));
            return this.browser
                    .see(By.cssSelector("#result .result:not(.live)"))
                    .getText();
        }

        @Override
        public void expire() {
            press("Expire the token");
        }

        @Override
        public void revoke() {
            press("Revoke access");
        }

        @Override
        public void logOut() {
            this.browser.click(button("Log out"));
            this.browser.gone(By.cssSelector(".issuer button:disabled"));
        }

        private void press(String words) {
            this.browser.click(button(words));
            this.browser.read(By.className("issuer"), "0 access tokens valid");
        }

        private static By button(String words) {
            return By.xpath("//button[text()='" + words + "']");
        }

        @Override
        public void close() {
            try (this.browser) {
                assertThat(this.browser.complaints()).isEmpty();
            }
        }
    }
}
