import { expect, test } from "vitest";
import { quotedName } from "./quoted-name.ts";

test.each([
  ["Ana Weaver", "Ana Weaver"],
  ["Dr. Ana O'Brien-Łoś", "Dr. Ana O'Brien-Łoś"],
  ["Weird, Name", '"Weird, Name"'],
  ['The "Fox" \\ Co', '"The \\"Fox\\" \\\\ Co"'],
  ["Ana <a@x.example>", '"Ana <a@x.example>"'],
])("%s stands before an address as %s", (name, written) => {
  expect(quotedName(name)).toBe(written);
});
