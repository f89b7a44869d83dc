import { expect, test } from "vitest";
import { linkParts } from "./link-parts.ts";

test.each(["http://a)", ")", "https://", "http://a( ", "http://a ", "http://(", ".", "http://a/)(", "*_]}"])(
  "a text of many %j is divided, and nothing of it is lost",
  (piece) => {
    // Quadratic work over this length would exceed the test's timeout.
    const text = `https://a.example/${piece.repeat(500_000 / piece.length)}`;
    const parts = linkParts(text);
    expect(parts[0]?.href?.startsWith("https://a.example/")).toBe(true);
    expect(parts.map(({ text }) => text).join("") === text).toBe(true);
  },
);
