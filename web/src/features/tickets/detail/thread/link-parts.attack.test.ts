import { expect, test } from "vitest";
import { linkParts } from "./link-parts.ts";

/** The shortest of several times that it takes: what else the machine does makes it longer, never shorter. */
function shortest(text: string): number {
  const times = Array.from({ length: 9 }, () => {
    const began = performance.now();
    linkParts(text);
    return performance.now() - began;
  });
  return Math.min(...times);
}

test.each(["http://a)", ")", "https://", "http://a( ", "http://a ", "http://(", ".", "http://a/)(", "*_]}"])(
  "a text of many %j is divided in time linear in its length",
  (piece) => {
    const textOf = (length: number) => `https://a.example/${piece.repeat(length / piece.length)}`;
    // 16 times the length: quadratic work would take 256 times as long. Shorter than 2 ms there is nothing to compare.
    expect(shortest(textOf(320_000))).toBeLessThan(64 * Math.max(shortest(textOf(20_000)), 2));
  },
);
