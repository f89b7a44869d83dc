import { expect, test } from "vitest";
import { linkParts } from "./link-parts.ts";

test.each(["http://a)", ")", "https://", "http://a( ", "http://a ", "http://(", ".", "http://a/)(", "*_]}"])(
  "a text with very many %j is divided into links and text in linear time, and nothing is lost",
  (piece) => {
    // Code that takes quadratic time would exceed the test's time limit here.
    const text = `https://a.example/${piece.repeat(500_000 / piece.length)}`;
    const parts = linkParts(text);
    expect(parts[0]?.href?.startsWith("https://a.example/")).toBe(true);
    expect(parts.map(({ text }) => text).join("") === text).toBe(true);
  },
);
