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

test("blanks and line breaks without end are trimmed within a moment", () => {
  const started = performance.now();
  for (const blank of [" ", "\n", "\r\n", " \n", "\t "]) {
    expect(trimWritten(`${blank.repeat(100_000)}x\ny${blank.repeat(100_000)}`)).toMatch(
      /^\s?\s?x\ny$|^ {100000}x|^(?:\t ){100000}x/,
    );
  }
  expect(performance.now() - started).toBeLessThan(1_000);
});
