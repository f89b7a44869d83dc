import { expect, test } from "vitest";
import { readAddresses, unreadAddresses } from "./read-addresses.ts";

test.each([
  ["Ines Duarte <ines@duarte.example>", [{ name: "Ines Duarte", email: "ines@duarte.example" }]],
  ["<script>Bob</script> <bob@x.example>", [{ name: "<script>Bob</script>", email: "bob@x.example" }]],
  ['"a@b.example" <a@b.example>', [{ name: "", email: "a@b.example" }]],
  [
    "Team: Ann <ann@x.example>, bob@X.EXAMPLE;",
    [
      { name: "Ann", email: "ann@x.example" },
      { name: "", email: "bob@x.example" },
    ],
  ],
  ["Ann <mailto:ann@x.example>", [{ name: "Ann", email: "ann@x.example" }]],
  ["Ann <ann@x.example.>", [{ name: "Ann", email: "ann@x.example" }]],
  ["=?utf-8?Q?M=C3=BCller,_Ann?= <ann@x.example>", [{ name: "Müller, Ann", email: "ann@x.example" }]],
  ["=?utf-8?Q?ann=40x.example?=", []],
  ["Ann <ann@m\u00FCnchen.example>", [{ name: "Ann", email: "ann@xn--mnchen-3ya.example" }]],
  // Dots where phones put them, and quoted local parts (RFC 5322, sections 3.4.1 and 4.4).
  ["Kim <kim..x@docomo.example>", [{ name: "Kim", email: "kim..x@docomo.example" }]],
  [".kim@docomo.example", [{ name: "", email: ".kim@docomo.example" }]],
  ['Kim <"kim.x"@d.example>', [{ name: "Kim", email: "kim.x@d.example" }]],
  ['Kim <"kim.."@d.example>', [{ name: "Kim", email: "kim..@d.example" }]],
  ['"kim.."@d.example (Kim)', [{ name: "Kim", email: "kim..@d.example" }]],
  ['Kim <"a b"@d.example>', [{ name: "Kim", email: '"a b"@d.example' }]],
  [
    '"a@b"@d.example, Eve <"a,b"@e.example>; x@y.example',
    [
      { name: "", email: '"a@b"@d.example' },
      { name: "Eve", email: '"a,b"@e.example' },
      { name: "", email: "x@y.example" },
    ],
  ],
  ['"Kim" <"<eve@e.example>"@d.example>', []],
  ['"kim"."x"@d.example', [{ name: "", email: "kim.x@d.example" }]],
  ["Kim <kim . x @ d . example>", [{ name: "Kim", email: "kim.x@d.example" }]],
  ["Kim <kim(at home)@d.example>", [{ name: "Kim", email: "kim@d.example" }]],
  ["Kim <@a.example,@b.example:kim@d.example>", [{ name: "Kim", email: "kim@d.example" }]],
  ["Kim <kim@my_shop.example>", [{ name: "Kim", email: "kim@my_shop.example" }]],
  ["Kim <'kim@d.example'>", [{ name: "Kim", email: "kim@d.example" }]],
  ['Kim <"kim@d.example">', [{ name: "Kim", email: "kim@d.example" }]],
  ["Kim kim..x@d.example", [{ name: "Kim", email: "kim..x@d.example" }]],
  ["Kim Lee kim @ d.example", [{ name: "Kim Lee", email: "kim@d.example" }]],
  ['"Kim" "x"@d.example', [{ name: "Kim", email: "x@d.example" }]],
  ["Lee, Kim <kim@d.example>", [{ name: "Lee, Kim", email: "kim@d.example" }]],
  ["Kim <kim@d.example", [{ name: "Kim", email: "kim@d.example" }]],
  ['"Kim <kim@d.example>', [{ name: '"Kim', email: "kim@d.example" }]],
  // Without a comma in between.
  [
    "Kim <kim@d.example> Lee <lee@d.example>",
    [
      { name: "Kim", email: "kim@d.example" },
      { name: "Lee", email: "lee@d.example" },
    ],
  ],
  [
    "Kim Lee kim@d.example bo @ e.example",
    [
      { name: "Kim Lee", email: "kim@d.example" },
      { name: "", email: "bo@e.example" },
    ],
  ],
  ["Ina Müller ina@d.example", [{ name: "Ina Müller", email: "ina@d.example" }]],
  ["Bo <bo@>, Ina <ina@d.example>", [{ name: "Ina", email: "ina@d.example" }]],
  ["undisclosed-recipients:;", []],
  ["Kim <kim@d..example>", []],
  ["Kim <a@b@d.example>", []],
  ['Kim <ki"m@d.example>', []],
  ['Kim <"kim\0"@d.example>', []],
  ["no address at all", []],
  ["<>", []],
])("%s", (header, expected) => {
  expect(readAddresses([header])).toEqual(expected);
});

test.each([
  ["Bo <bo@>, Ina <ina@d.example>", ["Bo <bo@>"]],
  ["Hart, Bo <bo@>; bo@; Kim", ["Hart, Bo <bo@>", "bo@", "Kim"]],
  ["=?utf-8?q?J=C3=B6rg?= <j=f6rg>", ["Jörg <j=f6rg>"]],
  ["=?utf-8?Q?ann=40x.example?=", ["ann@x.example"]],
  ["Bo Hart, ina@d.example", ["Bo Hart"]],
  ["Bo\u202E <bo@>", ["Bo <bo@>"]],
  ["Lee, Kim <kim@d.example>", []],
  ["Team: Kim <kim@d.example>, ;", []],
  ['undisclosed-recipients:;, Undisclosed recipients, <>, "" <>,', []],
])("returns the parts of %s that are no addresses", (header, expected) => {
  expect(unreadAddresses([header])).toEqual(expected);
});
