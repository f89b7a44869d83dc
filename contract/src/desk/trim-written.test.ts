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
])("of a text between very many %j its own indent is kept: %s", (blank, isIndent) => {
  // Quadratic work over so many would not end before the test's timeout.
  const blanks = blank.repeat(500_000);
  expect(trimWritten(`${blanks}x\ny${blanks}`) === `${isIndent ? blanks : ""}x\ny`).toBe(true);
});
