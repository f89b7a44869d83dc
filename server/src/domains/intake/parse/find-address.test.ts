import { expect, test } from "vitest";
import { domainsIn, findAddress, wholeWords } from "./read-addresses.ts";

test.each([
  ["Write to kim@d.example.", "kim@d.example"],
  ["**kim@d.example**", "kim@d.example"],
  ["'kim@d.example'", "kim@d.example"],
  ["o'hara@d.example", "o'hara@d.example"],
  ["mailto:kim@d.example", "kim@d.example"],
  ['"a b"@d.example', '"a b"@d.example'],
  ["Ina <ina@münchen.example>", "ina@xn--mnchen-3ya.example"],
  ["ina@shop.büro.example, or call", "ina@shop.xn--bro-hoa.example"],
  ["kim@日本語.jp", "kim@xn--wgv71a119e.jp"],
  ["kim@x.jpにメールしてください", "kim@x.jp"],
  ["kim@x.kr으로", "kim@x.kr"],
  ["kim@пример.испытание", "kim@xn--e1afmkfd.xn--80akhbyknj4f"],
])("finds in %s the address %s", (text, email) => {
  expect(findAddress(text)?.email ?? null).toBe(email);
});

test.each([
  `${"k".repeat(70)}@d.example`,
  `kim@${"d".repeat(60)}.${"d".repeat(60)}.${"d".repeat(60)}.${"d".repeat(60)}.${"d".repeat(60)}.example`,
  "no address",
])("finds no part of an address in %s", (text) => {
  expect(findAddress(text)).toBeNull();
});

test("finds the domains of all addresses in a text as written", () => {
  expect(domainsIn("<a@One.example>, b@größe.example.")).toEqual(["one.example", "größe.example"]);
});

test("cuts a text between words", () => {
  expect(wholeWords("to kim@d.example", 12)).toBe("to ");
  expect(wholeWords("to kim@d.example", 16)).toBe("to kim@d.example");
  expect(wholeWords("to kim@d.example now", 16)).toBe("to kim@d.example ");
  expect(wholeWords("kim@d.example", 5)).toBe("");
});
