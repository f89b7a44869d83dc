import { expect, test } from "vitest";
import { factsOf } from "./cases/facts-for-cases.ts";
import { rightReplies } from "./cases/right-replies.ts";
import { wrongReplies } from "./cases/wrong-replies.ts";
import { checkReply } from "./check-reply.ts";
import { readFacts } from "./context.ts";

const nothing = { files: [], names: [] };

test.each(rightReplies)("nothing is said of %#: %j", (order, text) => {
  expect(checkReply(text, readFacts(factsOf(order)), nothing)).toEqual([]);
});

test.each(wrongReplies)("%#: %j, %s %j", (order, kind, written, right, text) => {
  const found = checkReply(text, readFacts(factsOf(order)), nothing);
  expect(found.map((finding) => [finding.kind, finding.written, finding.right])).toEqual([[kind, written, right]]);
  for (const { start, end, written } of found) expect(text.slice(start, end)).toBe(written);
});
