import { expect, test } from "vitest";
import { readAddresses } from "./read-addresses.ts";

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
  ["no address at all", []],
  ["<>", []],
])("%s", (header, expected) => {
  expect(readAddresses([header])).toEqual(expected);
});
