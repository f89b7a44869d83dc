import { expect, test } from "vitest";
import { threadingHeaders } from "./threading-headers.ts";

test("the chain is the ticket's mails with the answered one last", () => {
  expect(threadingHeaders(["a@x", "b@x", "c@x"], "b@x")).toEqual({
    inReplyTo: "b@x",
    references: ["a@x", "c@x", "b@x"],
  });
});

test("without a customer's mail the last of our own is answered; the first mail of a ticket answers nothing", () => {
  expect(threadingHeaders(["a@x", "b@x"], null)).toEqual({ inReplyTo: "b@x", references: ["a@x", "b@x"] });
  expect(threadingHeaders([], null)).toEqual({ inReplyTo: null, references: [] });
});

test("of a long conversation the first mail and the newest ones are named", () => {
  const ids = Array.from({ length: 60 }, (_, number) => `${number}@x`);
  const { references } = threadingHeaders(ids, "59@x");
  expect(references).toHaveLength(20);
  expect(references[0]).toBe("0@x");
  expect(references.slice(1)).toEqual(ids.slice(41));
});

test("an id that cannot stand in a header is left out", () => {
  const broken = ["two words@x", "bad>\r\nBcc: a@x", "ü@x", "x".repeat(950), ""];
  expect(threadingHeaders(["a@x", ...broken], "two words@x")).toEqual({ inReplyTo: "a@x", references: ["a@x"] });
});
