import { expect, test } from "vitest";
import { shownAddress, shownText } from "./shown-address.ts";

const ascii = (domain: string) => `ina@${new URL(`http://${domain}`).hostname}`;

test.each([
  "münchen.example",
  "日本語カナ.example",
  "пример.испытание",
  "한국.example",
  "a.straße-süd.example",
  "ελλάδα.example",
])("the domain %s is shown as people write it", (domain) => expect(shownAddress(ascii(domain))).toBe(`ina@${domain}`));

test.each([
  ["letters of two scripts", "pаypal.example"],
  ["one letter of another script at the end", "münchеn.example"],
  ["Cyrillic letters that all look like Latin ones", "аррӏе.example"],
  ["Greek letters that all look like Latin ones", "ονε.example"],
  ["a sign that is no letter", "i❤.example"],
  ["one label that is safe and one that is not", "münchen.аррӏе"],
])("%s stay as DNS has them", (_, domain) => expect(shownAddress(ascii(domain))).toBe(ascii(domain)));

test.each([
  "ina@x.example",
  "ina",
  "",
  "ina@xn--",
  "ina@xn--a-9.example",
  "ina@xn--99999999999.example",
  "ina@xn--mnchen.example",
])("%s is shown as it is", (email) => expect(shownAddress(email)).toBe(email));

test("in a text every address is shown in this form, and nothing else changes", () => {
  expect(
    shownText("Ina <ina@xn--mnchen-3ya.example>, eve@xn--80ak6aa92e.example, xn--tda.xn--mnchen-3ya.example, A-b.C"),
  ).toBe("Ina <ina@münchen.example>, eve@xn--80ak6aa92e.example, ü.münchen.example, A-b.C");
});
