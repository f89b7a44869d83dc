import { expect, test } from "vitest";
import { namedAddress } from "./named-address.ts";

const email = "a@x.example";

test.each([
  ["Ana Weaver", "Ana Weaver <a@x.example>"],
  ["Dr. Ana O'Brien-Łoś", "Dr. Ana O'Brien-Łoś <a@x.example>"],
  ["Weird, Name", '"Weird, Name" <a@x.example>'],
  ['The "Fox" \\ Co', '"The \\"Fox\\" \\\\ Co" <a@x.example>'],
  ["Ana <b@x.example>", '"Ana <b@x.example>" <a@x.example>'],
  [" ", email],
  [null, email],
  [email, email],
])("%s is written before an address as %s", (name, written) => {
  expect(namedAddress({ name, email })).toBe(written);
});

test("the address is written as requested, and a name without an address alone", () => {
  expect(namedAddress({ name: "Ana", email }, (kept) => kept.toUpperCase())).toBe("Ana <A@X.EXAMPLE>");
  expect(namedAddress({ name: "Weird, Name", email: "" })).toBe("Weird, Name");
});
