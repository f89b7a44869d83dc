import fc from "fast-check";
import { expect, test } from "vitest";
import { replySubject } from "./reply-subject.ts";

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

test("a subject is at most 255 characters, keeps its label, and answering it again changes nothing", () => {
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
