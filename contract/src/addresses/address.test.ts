import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressOf, normalAddress, readAddress, readDomain, writeAddress, writeForMail } from "./address.ts";

describe("reads addresses that people have", () => {
  test.each([
    ["kim@d.example", "kim@d.example", "kim@d.example"],
    ["Kim.O'Neil+tag@D.Example", "Kim.O'Neil+tag@d.example", "Kim.O'Neil+tag@d.example"],
    ["kim..x@docomo.example", "kim..x@docomo.example", '"kim..x"@docomo.example'],
    [".kim@docomo.example", ".kim@docomo.example", '".kim"@docomo.example'],
    ["kim.@docomo.example", "kim.@docomo.example", '"kim."@docomo.example'],
    ['"kim.."@docomo.example', "kim..@docomo.example", '"kim.."@docomo.example'],
    ['"kim"@d.example', "kim@d.example", "kim@d.example"],
    [String.raw`"k\im"@d.example`, "kim@d.example", "kim@d.example"],
    ['"kim.x"@d.example', "kim.x@d.example", "kim.x@d.example"],
    ['"a b"@d.example', '"a b"@d.example', '"a b"@d.example'],
    ['"a@b"@d.example', '"a@b"@d.example', '"a@b"@d.example'],
    ['"a,b;c:(d)[e]"@d.example', '"a,b;c:(d)[e]"@d.example', '"a,b;c:(d)[e]"@d.example'],
    [String.raw`"a\"b\\"@d.example`, String.raw`"a\"b\\"@d.example`, String.raw`"a\"b\\"@d.example`],
    ['"kim"."x"@d.example', "kim.x@d.example", "kim.x@d.example"],
    ['kim."a b".x@d.example', '"kim.a b.x"@d.example', '"kim.a b.x"@d.example'],
    ["kim . x @ d . example", "kim.x@d.example", "kim.x@d.example"],
    [" kim(at home)@d.example ", "kim@d.example", "kim@d.example"],
    ["SRS0=Xy12=AB=docomo.example=kim..x@fwd.example", "SRS0=Xy12=AB=docomo.example=kim..x@fwd.example", null],
    ["prvs=12ab34cd=kim.@d.example", "prvs=12ab34cd=kim.@d.example", '"prvs=12ab34cd=kim."@d.example'],
    ["kim@my_shop.example", "kim@my_shop.example", "kim@my_shop.example"],
    ["kim@-odd-.example.", "kim@-odd-.example", "kim@-odd-.example"],
    ["kim@localhost", "kim@localhost", "kim@localhost"],
    ["kim@M\u00FCnchen.example", "kim@xn--mnchen-3ya.example", "kim@xn--mnchen-3ya.example"],
    ["\u6728\u6751@\u4F8B\u3048.example", "\u6728\u6751@xn--r8jz45g.example", "\u6728\u6751@xn--r8jz45g.example"],
    ["u\u0308@d.example", "\u00FC@d.example", "\u00FC@d.example"],
    [`${"a".repeat(310)}@d.example`, `${"a".repeat(310)}@d.example`, `${"a".repeat(310)}@d.example`],
  ])("%s", (text, kept, sent) => {
    const address = readAddress(text);
    expect(address && writeAddress(address)).toBe(kept);
    if (address && sent !== null) expect(writeForMail(address)).toBe(sent);
  });
});

describe("what is not an address", () => {
  test.each([
    "",
    "kim",
    "@d.example",
    "kim@",
    '""@d.example',
    "kim@@d.example",
    "a@b@d.example",
    "a b@d.example",
    'kim"x@d.example',
    '"kim"x@d.example',
    '"kim@d.example',
    '"kim\\"@d.example',
    "kim\\x@d.example",
    "kim@d..example",
    "kim@.d.example",
    'kim@"d".example',
    "kim@[192.0.2.1]",
    "kim@d.example, eve@e.example",
    "<kim@d.example>",
    "kim<x>@d.example",
    '"kim<x>"@d.example',
    "@a.example:kim@d.example",
    "kim,x@d.example",
    "kim@d.exa mple",
    "kim@d/e.example",
    "kim@d%2Ee.example",
    "kim@d\uFF05.example",
    "kim\r\n@d.example",
    "kim\0@d.example",
    '"kim\r\nRCPT TO:<x>"@d.example',
    '"kim\0"@d.example',
    '"kim\\\n"@d.example',
    '"kim\t"@d.example',
    '"kim\u00A0"@d.example',
    "kim\u200B@d.example",
    "kim\u202E@d.example",
    "kim@d.example\nBcc: eve@e.example",
    `${"a".repeat(311)}@d.example`,
    `kim@${"a".repeat(64)}.example`,
  ])("%j", (text) => {
    expect(readAddress(text)).toBeNull();
  });
});

const locals = fc.oneof(
  fc.string({ minLength: 1, maxLength: 40 }),
  fc.string({
    minLength: 1,
    maxLength: 40,
    unit: fc.constantFrom("a", "B", ".", " ", '"', "\\", "@", "<", ">", ",", "\r", "\n", "\0", "\u00FC"),
  }),
);

test("a written address reads back as itself in both spellings, and contains nothing that ends a line or a path", () => {
  fc.assert(
    fc.property(locals, fc.constantFrom("d.example", "my_shop.example", "m\u00FCnchen.example"), (local, domain) => {
      const address = addressOf(local, domain);
      if (address === null) {
        expect(local).toMatch(/[<>\p{C}]|[^\P{Z} ]/u);
        return;
      }
      for (const write of [writeAddress, writeForMail]) {
        expect(readAddress(write(address))).toEqual(address);
        expect(write(address)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        // Characters that end an address elsewhere stand in quotes.
        expect(write(address).replace(/"(?:[^"\\]|\\.)*"/g, "")).not.toMatch(/[<>()[\],;:\\" ]|@.*@/);
      }
    }),
  );
});

test("any text reads as one spelling, which reads as itself", () => {
  const texts = fc.string({
    maxLength: 60,
    unit: fc.constantFrom("a", "b", ".", "@", '"', "\\", " ", "(", ")", "_", "-", "\t", "\u00FC", "<"),
  });
  fc.assert(
    fc.property(fc.oneof(texts, fc.emailAddress()), (text) => {
      const once = normalAddress(text);
      if (once !== null) expect(normalAddress(once)).toBe(once);
    }),
  );
});

test.each([
  ["M\u00DCNCHEN.example.", "xn--mnchen-3ya.example"],
  ["d_x.example", "d_x.example"],
  ["", null],
  [".", null],
  ["a..b", null],
  ["a b", null],
  ["a:80", null],
  ["a@b", null],
])("a domain as DNS has it: %j", (text, domain) => {
  expect(readDomain(text)).toBe(domain);
});
