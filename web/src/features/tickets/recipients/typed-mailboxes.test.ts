import { recipientsSchema } from "@deskhand/contract/recipients";
import { expect, test } from "vitest";
import { readMailboxes } from "./typed-mailboxes.ts";

test.each([
  ["ana@x.example", ["ana@x.example"]],
  ["Ana <ANA@x.example>, bo@y.example", ["Ana|ana@x.example", "bo@y.example"]],
  ['"Doe, John" <j@x.example>; Bo <bo@y.example>;', ["Doe, John|j@x.example", "Bo|bo@y.example"]],
  ["Doe, John <j@x.example>, bo@y.example", ["Doe, John|j@x.example", "bo@y.example"]],
  ["ana@x.example bo@y.example\ncy@z.example", ["ana@x.example", "bo@y.example", "cy@z.example"]],
  ["mailto:ana@x.example", ["ana@x.example"]],
  ["<ana@x.example>", ["ana@x.example"]],
  ["ana@x.example <ana@x.example>", ["ana@x.example"]],
])("%s", (text, expected) => {
  const { found, rest } = readMailboxes(text);
  expect(found.map(({ name, email }) => (name === null ? email : `${name}|${email}`))).toEqual(expected);
  expect(rest).toEqual([]);
});

test("returns text that is no address as typed", () => {
  expect(readMailboxes("Ana, bo@, cy@z.example")).toEqual({
    found: [{ email: "cy@z.example", name: null }],
    rest: ["Ana, bo@"],
  });
  expect(readMailboxes("Ana").rest).toEqual(["Ana"]);
  expect(readMailboxes(" , ;\n").rest).toEqual([]);
});

test("accepts and refuses the same addresses as the server", () => {
  const addresses = ["a@b.co", "a.b@c.de", "a..b@c.de", ".a@c.de", "a.@c.de", "o'neil@c.de", "'a@c.de", "a'@c.de"];
  addresses.push(
    "a..@docomo.example",
    '"a b"@c.de',
    '"a.b"@c.de',
    "a@b",
    "a@b.c",
    "a@-b.de",
    "a@b-.de",
    "a_b+c-d@e.f.museum",
    "a@b.1",
    "ä@c.de",
    "a b@c.de",
  );
  for (const email of addresses) {
    const isTaken = recipientsSchema.safeParse({ to: [{ email }] }).success;
    expect([email, readMailboxes(`<${email}>`).found.length === 1]).toEqual([email, isTaken]);
  }
});
