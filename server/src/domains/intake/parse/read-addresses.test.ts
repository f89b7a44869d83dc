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
  ["no address at all", []],
  ["<>", []],
])("%s", (header, expected) => {
  expect(readAddresses([header])).toEqual(expected);
});
