import fc from "fast-check";
import { expect, test } from "vitest";
import { replySubject, threadingHeaders } from "./reply-headers.ts";

test.each([
  ["Where is my order?", "Re: Where is my order? [Ticket: 0001]"],
  ["Re: Where is my order?", "Re: Where is my order? [Ticket: 0001]"],
  ["RE: re:Re[3]: AW: Where?", "Re: Where? [Ticket: 0001]"],
  ["Re: Where? [Ticket: 0001]", "Re: Where? [Ticket: 0001]"],
  ["[Ticket: 0001] Where? [ticket: 0044]", "Re: Where? [Ticket: 0001]"],
  ["Fwd: Where?", "Re: Fwd: Where? [Ticket: 0001]"],
  ["Refund: please", "Re: Refund: please [Ticket: 0001]"],
  ["回复：订单", "Re: 订单 [Ticket: 0001]"],
  ["Re:", "Re: [Ticket: 0001]"],
  ["two\r\nBcc: lines@example.org", "Re: two Bcc: lines@example.org [Ticket: 0001]"],
])("%j becomes %j", (subject, expected) => {
  expect(replySubject(subject, "Ticket: 0001")).toBe(expected);
});

test("a subject has at most 255 characters, keeps its label, and does not change when it is answered again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), fc.nat(10_000_000), (subject, number) => {
      const label = `Ticket: ${String(number).padStart(4, "0")}`;
      const once = replySubject(subject, label);
      expect(once.length).toBeLessThanOrEqual(255);
      expect(once.startsWith("Re: ")).toBe(true);
      expect(once.endsWith(` [${label}]`)).toBe(true);
      expect(once.isWellFormed() || !subject.isWellFormed()).toBe(true);
      expect(replySubject(once, label)).toBe(once);
    }),
  );
});

test("the references are the ticket's mails with the answered one last", () => {
  expect(threadingHeaders(["a@x", "b@x", "c@x"], "b@x")).toEqual({
    inReplyTo: "b@x",
    references: ["a@x", "c@x", "b@x"],
  });
});

test("without a customer's mail our own last one is answered, and a ticket's first mail answers none", () => {
  expect(threadingHeaders(["a@x", "b@x"], null)).toEqual({ inReplyTo: "b@x", references: ["a@x", "b@x"] });
  expect(threadingHeaders([], null)).toEqual({ inReplyTo: null, references: [] });
});

test("a long conversation is referred to by its first and newest mails", () => {
  const ids = Array.from({ length: 60 }, (_, number) => `${number}@x`);
  const { references } = threadingHeaders(ids, "59@x");
  expect(references).toHaveLength(20);
  expect(references[0]).toBe("0@x");
  expect(references.slice(1)).toEqual(ids.slice(41));
});

test("an id that is invalid in a header is left out, and one with blanks stands in In-Reply-To alone", () => {
  const broken = ["bad>\r\nBcc: a@x", "ü@x", "x".repeat(1_500), ""];
  expect(threadingHeaders(["a@x", ...broken], "ü@x")).toEqual({ inReplyTo: "a@x", references: ["a@x"] });
  expect(threadingHeaders(["a@x", "two words@x", ...broken], "two words@x")).toEqual({
    inReplyTo: "two words@x",
    references: ["a@x"],
  });
});
