import { expect, test } from "vitest";
import { excerptAround } from "./find-everything.ts";

const filler = (words: number) => Array.from({ length: words }, (_, at) => `word${at}`).join(" ");

test("a short text is shown whole, on one line", () => {
  expect(excerptAround(" The zip\n\nis   broken ", "zip")).toBe("The zip is broken");
});

test("what was typed stands near the beginning, where narrow screens show it", () => {
  expect(excerptAround(`${filler(8)} and the zip is broken`, "zip")).toBe("…word7 and the zip is broken");
});

test("of a long text the part around what was typed is shown, cut between words", () => {
  const excerpt = excerptAround(`${filler(60)} the Blue Kettle leaks ${filler(60)}`, "blue kettle");
  expect(excerpt).toMatch(/^….*word59 the Blue Kettle leaks word0 .*…$/);
  expect(excerpt.length).toBeLessThan(170);
  expect(excerpt.split(" ").at(-1)).toMatch(/^word\d+…$/);
});

test("words that do not stand together are found at the first of them", () => {
  expect(excerptAround(`${filler(50)} kettle ${filler(30)} blue`, "blue kettle")).toContain("kettle");
});

test("a word is found at its beginning rather than inside another", () => {
  const excerpt = excerptAround(`Rebuild ${filler(60)} build here ${filler(60)}`, "build");
  expect(excerpt).toContain("build here");
});

test("what means something in an expression is taken as it is", () => {
  expect(excerptAround(`${filler(60)} (a+b)? [x] ${filler(60)}`, "(a+b)?")).toContain("(a+b)? [x]");
});

test("a text without spaces, or without what was typed, is shown from its beginning", () => {
  expect(excerptAround("x".repeat(500), "y")).toBe(`${"x".repeat(160)}…`);
});

test("every sign may be typed", () => {
  for (const typed of ["t-shirt", "a/b", "(x", "[", "\\", "€^$.*+?{}|", "-"]) {
    expect(excerptAround(`The ${typed} is torn`, typed)).toBe(`The ${typed} is torn`);
  }
});
