import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readPath } from "./read-path.ts";

test.each([
  ["<kim@d.example>", "kim@d.example"],
  [" <Kim@D.Example> SIZE=100", "Kim@d.example"],
  ["<>", ""],
  ["<kim..x@docomo.example>", "kim..x@docomo.example"],
  ["<.kim@docomo.example>", ".kim@docomo.example"],
  ["<kim.@docomo.example>", "kim.@docomo.example"],
  ['<"kim.."@docomo.example>', "kim..@docomo.example"],
  ['<"kim"@d.example>', "kim@d.example"],
  ['<"a b"@d.example> BODY=8BITMIME', '"a b"@d.example'],
  ['<"a@b"@d.example>', '"a@b"@d.example'],
  ['<"SRS0=Xy12=AB=docomo.example=kim.."@fwd.example>', "SRS0=Xy12=AB=docomo.example=kim..@fwd.example"],
  ["<prvs=12ab34cd=.kim@d.example>", "prvs=12ab34cd=.kim@d.example"],
  ["<btv1==0123==kim.@d_x.example>", "btv1==0123==kim.@d_x.example"],
  ["<kim@my_shop.example.>", "kim@my_shop.example"],
  ["<kim@b\u00FCro.example>", "kim@xn--bro-hoa.example"],
  ["<k\u00FCm@xn--bro-hoa.example> SMTPUTF8", "k\u00FCm@xn--bro-hoa.example"],
  ["<@a.example,@b.example:kim@d.example>", "kim@d.example"],
  ["<kim@[192.0.2.1]>", "kim@[192.0.2.1]"],
  ['<"a b"@[IPv6:2001:db8::1]>', '"a b"@[IPv6:2001:db8::1]'],
  ["<kim/x,y;z(a)[b]@d.example>", '"kim/x,y;z(a)[b]"@d.example'],
  ["<PostMaster>", "PostMaster"],
])("%s", (text, address) => {
  expect(readPath(text)?.address).toBe(address);
});

test.each([
  "",
  "kim@d.example",
  "<kim>",
  "<@d.example>",
  "<kim@>",
  "<kim@d.example",
  "<kim@d.example>x",
  "<kim <x>@d.example>",
  '<"kim>x"@d.example>',
  "<a b@d.example>",
  "<kim@d.example eve@e.example>",
  "<a@b@d.example>",
  '<"kim@d.example>',
  '<kim"x"y@d.example>',
  '<"kim"(x)@d.example>',
  '<"kim\\"@d.example>',
  '<"kim\r\nRCPT TO:<eve@e.example>"@d.example>',
  '<"kim\0"@d.example>',
  '<"kim\t"@d.example>',
  "<kim\r@d.example>",
  "<kim\u007F@d.example>",
  "<kim\u200B@d.example>",
  "<kim@d.example\r\n>",
  "<kim@d..example>",
  "<kim@[192.0.2.999]>",
  "<kim@[evil@d.example]>",
  "<@a.example:>x@y.example",
  `<${"a".repeat(320)}@d.example>`,
])("refuses %j", (text) => {
  expect(readPath(text)).toBeNull();
});

test("a parsed path contains no line end and parses to itself", () => {
  const signs = fc.constantFrom("a", "@", ".", '"', "\\", "<", ">", " ", "\r", "\n", "\0", ":", ",", "(", "d.example");
  fc.assert(
    fc.property(fc.string({ unit: signs, maxLength: 40 }), (text) => {
      const read = readPath(`<${text}>`);
      if (read === null || read.address === "") return;
      expect(read.address).not.toMatch(/\p{Cc}/u);
      expect(read.address.replace(/"(?:[^"\\]|\\.)*"/g, "")).not.toMatch(/[<>\s]/);
      expect(readPath(`<${read.address}>`)).toEqual({ address: read.address, parameters: "" });
    }),
  );
});
