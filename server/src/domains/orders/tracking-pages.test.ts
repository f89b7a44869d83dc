import { expect, test } from "vitest";
import { carrierPage, trackingPage } from "./tracking-pages.ts";

const ups = "https://www.ups.com/track?tracknum=";
const fedEx = "https://www.fedex.com/fedextrack/?trknbr=";
const usps = "https://tools.usps.com/go/TrackConfirmAction?tLabels=";
const dhl = "https://www.dhl.com/global-en/home/tracking.html?tracking-id=";
const search = "https://www.google.com/search?q=";

test.each([
  ["UPS", ups],
  ["ups ground", ups],
  ["UPS®", ups],
  ["via UPS-MI", ups],
  ["(UPS)", ups],
  ["FedEx", fedEx],
  ["FedEx Ground", fedEx],
  ["FEDEX Smartpost (USPS)", fedEx],
  ["USPS", usps],
  ["usps priority mail", usps],
  ["DHL", dhl],
  ["DHL Express", dhl],
  ["dhl ecommerce asia", dhl],
  ["DHLeCommerce", dhl],
])("links %j to its own page, with the number encoded", (company, page) => {
  const own = `${page}1Z%20%26%2F%3F%23`;
  const url = "https://elsewhere.test/";
  expect(trackingPage({ number: " 1Z &/?# ", company, url })).toBe(own);
});

test.each(["groUPS", "Upstream Parcels", "Pickups", "Royal Mail", "USPSX2 GmbH", "xDHL", "", "   ", null, "ÜUPS"])(
  "links %j to a web search",
  (company) => {
    const found = `${search}1%2F2%20tracking`;
    expect(trackingPage({ number: "1/2", company, url: null })).toBe(found);
  },
);

test.each([
  ["https://an-post.test/?n=1", "https://an-post.test/?n=1"],
  [" http://an-post.test/1 ", "http://an-post.test/1"],
  ["javascript:alert(1)", null],
  ["\u0001javascript:alert(1)", null],
  ["java\nscript:alert(1)", null],
  ["data:text/html,<script>", null],
  ["//an-post.test/1", null],
  ["an-post.test/1", null],
  ["", null],
])("follows another carrier's link %j where it is a website", (url, expected) => {
  expect(trackingPage({ number: "1", company: "An Post", url })).toBe(expected ?? `${search}1%20tracking`);
});

test.each([null, "", "  "])("links nothing without a number (%j)", (number) => {
  expect(trackingPage({ number, company: "UPS", url: "https://ups.test" })).toBeNull();
});

test("accepts a carrier's long name", () => {
  const company = "ups".repeat(1_000_000);
  expect(trackingPage({ number: "1", company, url: null })).toBe(`${search}1%20tracking`);
});

test.each([
  ["1Z 9", "UPS Ground", "https://www.ups.com/track?tracknum=1Z%209"],
  ["JD1", "dhl express", "https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD1"],
  ["1", "An Post", null],
  ["1", null, null],
  [" ", "UPS", null],
  [null, "UPS", null],
])("links the parcel %j of %j to %j", (number, company, page) => {
  expect(carrierPage({ number, company })).toBe(page);
});
