import { expect, test } from "vitest";
import { trimWritten } from "./trim-written.ts";

test.each([
  ["   lead\n\ttab", "   lead\n\ttab"],
  ["\tlead\ntab", "\tlead\ntab"],
  ["\n \t\n\r\n\u00a0\r   lead\nnext", "   lead\nnext"],
  ["   lead\nnext  \n \n\t", "   lead\nnext"],
  ["\u3000lead\n\u3000next", "\u3000lead\n\u3000next"],
  ["   lead\r\n\ttab\r\n", "   lead\r\n\ttab"],
  ["lead\n\n   next", "lead\n\n   next"],
  ["  alone  ", "alone"],
  ["\n\n  alone\n\n", "alone"],
  ["alone", "alone"],
  [" \n\t \r\n ", ""],
  ["", ""],
])("%j is kept as %j", (text, kept) => expect(trimWritten(text)).toBe(kept));

test.each([
  [" ", true],
  ["\t ", true],
  ["\n", false],
  ["\r\n", false],
  [" \n", false],
])("a text between very many %j keeps its own indent: %s", (blank, isIndent) => {
  // With quadratic work, this many would exceed the test's time limit.
  const blanks = blank.repeat(500_000);
  expect(trimWritten(`${blanks}x\ny${blanks}`) === `${isIndent ? blanks : ""}x\ny`).toBe(true);
});
