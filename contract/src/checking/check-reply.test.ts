import fc from "fast-check";
import { expect, test } from "vitest";
import { factsOf, refunded, underway } from "./cases/facts-for-cases.ts";
import { inEightLanguages } from "./cases/in-eight-languages.ts";
import { lookalikes } from "./cases/lookalikes.ts";
import { moreLookalikes } from "./cases/more-lookalikes.ts";
import { moreWrongStatements } from "./cases/more-wrong-statements.ts";
import { rightInEightLanguages } from "./cases/right-in-eight-languages.ts";
import { rightLetters } from "./cases/right-letters.ts";
import { rightReplies } from "./cases/right-replies.ts";
import { rightWays, waysOfSaying } from "./cases/ways-of-saying.ts";
import { wrongReplies } from "./cases/wrong-replies.ts";
import { wrongStatements } from "./cases/wrong-statements.ts";
import { checkReply } from "./check-reply.ts";
import { readFacts } from "./context.ts";
import type { CheckedOrder } from "./facts.ts";

const nothing = { files: [], names: [], today: null };
const check = (order: CheckedOrder, text: string) => checkReply(text, readFacts(factsOf(order)), nothing);

test.each(rightReplies)("nothing is said of %#: %j", (order, text) => {
  expect(check(order, text)).toEqual([]);
});

test.each(
  [...lookalikes, ...moreLookalikes, ...rightLetters, ...rightWays, ...rightInEightLanguages].flatMap(
    ({ order, texts }) => texts.map((text) => [text, order] as const),
  ),
)("nothing is said of %j", (text, order) => {
  expect(check(order, text)).toEqual([]);
});

test.each(wrongReplies)("%#: %j, %s %j", (order, kind, written, right, text) => {
  const found = check(order, text);
  expect(found.map((finding) => [finding.kind, finding.written, finding.right])).toEqual([[kind, written, right]]);
  for (const { start, end, written } of found) expect(text.slice(start, end)).toBe(written);
});

test.each(
  [...wrongStatements, ...moreWrongStatements, ...waysOfSaying, ...inEightLanguages].flatMap(({ order, kind, texts }) =>
    texts.map((text) => [kind, text, order] as const),
  ),
)("%s is found in %j", (kind, text, order) => {
  expect(check(order, text).map((finding) => finding.kind)).toEqual([kind]);
});

test("what is put in its place leaves nothing to say", () => {
  for (const [order, , , , text] of wrongReplies) {
    for (const { start, end, right, canReplace } of check(order, text)) {
      if (!canReplace || right === null) continue;
      expect(check(order, text.slice(0, start) + right + text.slice(end))).toEqual([]);
    }
  }
});

test("quoted lines, the history and the signature are not the reply's own words", () => {
  const text = `Hi Anna,

> The refund was 49.90 €, for order #1024.
all is well with your order.

Best regards
Ben, order #1024

On Monday, Anna wrote:
We refunded 49.90 €.`;
  expect(check(refunded, text)).toEqual([]);
});

test("what the store said earlier counts as known, what the customer said does not", () => {
  const text = "Hi Anna, the refund was 49.90 €.";
  const said = (isOurs: boolean) =>
    readFacts(factsOf(refunded, { thread: [{ isOurs, text: "A refund of 49.90 €." }] }));
  expect(checkReply(text, said(true), nothing)).toEqual([]);
  expect(checkReply(text, said(false), nothing)).toMatchObject([{ kind: "amount", right: "45.90 €" }]);
});

test("with several orders and none that is certain, a value of any is right", () => {
  const orders = [
    { ...refunded, isCertain: false },
    { ...underway, isCertain: false, name: "#1050", orderNumber: "1050" },
  ];
  const known = readFacts(factsOf(refunded, { orders }));
  expect(checkReply("Hi Anna, the total was 1,234.56 €.", known, nothing)).toEqual([]);
  expect(checkReply("Hi Anna, the total of #1042 was 1,234.56 €.", known, nothing)).toMatchObject([{ kind: "amount" }]);
});

test("a weekday goes with its date", () => {
  expect(check(refunded, "Hi Anna, your parcel was delivered on Friday, 13 November 2026.")).toMatchObject([
    { kind: "date", written: "Friday, 13 November 2026", right: "Monday, 9 November 2026" },
  ]);
});

test("a file that goes with the reply is attached, and one that is promised by name has to be that one", () => {
  const known = readFacts(factsOf(refunded));
  const text = "I have attached the invoice.\nAttached file: guide.pdf";
  const files = (...names: string[]) =>
    checkReply(text, known, { files: names, names: [], today: null }).map(({ written }) => written);
  expect(files("guide.pdf")).toEqual([]);
  expect(files("invoice.pdf")).toEqual(["Attached file: guide.pdf"]);
});

test("who is written to may be greeted, though they are not the customer", () => {
  const text = "Hi Marek,\n\nyour order was delivered.";
  expect(checkReply(text, readFacts(factsOf(refunded)), { files: [], names: ["Marek Nowak"], today: null })).toEqual(
    [],
  );
});

test("any text is read without an error, and places are places of the text", () => {
  const known = readFacts(factsOf(refunded));
  const piece = fc.constantFrom(
    "€",
    "45,90 €",
    "#1042",
    "12.",
    "November",
    "was",
    "refunded",
    "\n",
    ">",
    " ",
    "1Z",
    "http://",
    "様",
  );
  const text = fc
    .array(fc.oneof(piece, fc.string({ unit: "binary" })), { maxLength: 40 })
    .map((parts) => parts.join(" "));
  fc.assert(
    fc.property(text, (written) => {
      for (const { start, end } of checkReply(written, known, nothing)) {
        expect(start).toBeLessThan(end);
        expect(end).toBeLessThanOrEqual(written.length);
      }
    }),
  );
});
