import { expect, test } from "vitest";
import { stripQuotedHistory } from "./strip-quotes.ts";

const own = "The blue bag came damaged.\nCan I have another?";
const history = { history: true, signature: false };
const text = (input: string) => stripQuotedHistory({ kind: "text", input });

test.each([
  ["a quote of three lines that ends the message", "> Hello,\n>\n> We are sorry.\n> Shop"],
  ["a quote by initials", "SH> Hello,\nSH> We are sorry."],
  ["a title in an unknown language", "---------- Pôvodný e-mail ----------\n> From: a\n> We\n> are sorry."],
  ["a title between arrows", ">>> Shop <help@shop.example> 1/1/2024 10:00 >>>\nWe are sorry."],
  [
    "a date without a time above a block",
    "=====\nMessage du : 01/01/2024\nDe : Shop <help@shop.example>\nA : Ann\n\nWe are",
  ],
  [
    "a sender before a bare address",
    "пятница, 1 января 2024 г., 10:00 +03:00 от Shop of Bags help@shop.example:\nWe are",
  ],
])("cuts the history of %s", (_, below) => {
  expect(text(`${own}\n\n${below}`)).toEqual({ text: own, leftOut: history });
});

test.each([
  ["a mark alone", "-- "],
  ["a telephone's line", "Von meinem iPhone gesendet"],
  ["a program's lines below the mark", "--\nSecured with Tuta Mail:\nhttps://tuta.example/free"],
])("folds %s above a history", (_, tail) => {
  const below = "On Mon, Jan 1, 2024 at 10:00 AM Shop <help@shop.example> wrote:\n> Hello";
  expect(text(`${own}\n${tail}\n\n${below}`)).toEqual({ text: own, leftOut: { history: true, signature: true } });
});

test("keeps Outlook's paragraphs as lines, with empty ones between them", () => {
  const paragraphs = ["Hello,", "&nbsp;", "it came.", "Ann"].map((line) => `<p class="MsoNormal">${line}</p>`);
  expect(stripQuotedHistory({ kind: "html", input: paragraphs.join("\n") }).text).toBe("Hello,\n\nit came.\nAnn");
});
