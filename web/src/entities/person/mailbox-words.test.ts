import { expect, test } from "vitest";
import { mailboxText, namesByKind, namesOf } from "./mailbox-words.ts";

const people = ["Ana Example", "Bo", null, "Dora", "Emil"].map((name, nth) => ({ email: `${nth}@x.example`, name }));

test("a few people are named, and further ones counted", () => {
  expect([0, 1, 2, 3, 4, 5].map((count) => namesOf(people.slice(0, count)))).toEqual([
    "nobody",
    "Ana Example",
    "Ana Example and Bo",
    "Ana Example, Bo and 2@x.example",
    "Ana Example, Bo and 2 more",
    "Ana Example, Bo and 3 more",
  ]);
});

test("recipients are named by To, Cc and Bcc", () => {
  const [to, cc, bcc] = [people.slice(0, 2), people.slice(3, 4), people.slice(4)];
  expect(namesByKind({ to, cc, bcc }, () => true)).toBe("Ana Example and Bo, Cc Dora, Bcc Emil");
  expect(namesByKind({ to, cc: [], bcc: [] }, () => true)).toBe("Ana Example and Bo");
});

test("an unknown person has the address beside the name, even if a known one has that name", () => {
  const [to, cc] = [people.slice(0, 2), people.slice(3, 4)];
  expect(namesByKind({ to, cc, bcc: [] }, (email) => email === "0@x.example")).toBe(
    "Ana Example and Bo <1@x.example>, Cc Dora <3@x.example>",
  );
});

test("a name that contains separators is quoted before its address", () => {
  expect(mailboxText({ email: "w@x.example", name: "Weird, Name" })).toBe('"Weird, Name" <w@x.example>');
});

test("a person without a name is named by the address", () => {
  expect(people.slice(1, 3).map(mailboxText)).toEqual(["Bo <1@x.example>", "2@x.example"]);
  expect(mailboxText({ email: "a@x.example", name: " " })).toBe("a@x.example");
});
