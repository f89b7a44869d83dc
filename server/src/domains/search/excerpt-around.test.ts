import { expect, test } from "vitest";
import { excerptAround } from "./find-everything.ts";

const filler = (words: number) => Array.from({ length: words }, (_, at) => `word${at}`).join(" ");

test("a short text is shown whole, on one line", () => {
  expect(excerptAround(" The zip\n\nis   broken ", "zip")).toBe("The zip is broken");
});

test("the match is near the start, where narrow screens show it", () => {
  expect(excerptAround(`${filler(8)} and the zip is broken`, "zip")).toBe("…word7 and the zip is broken");
});

test("a long text is cut between words around the match", () => {
  const excerpt = excerptAround(`${filler(60)} the Blue Kettle leaks ${filler(60)}`, "blue kettle");
  expect(excerpt).toMatch(/^….*word59 the Blue Kettle leaks word0 .*…$/);
  expect(excerpt.length).toBeLessThan(170);
  expect(excerpt.split(" ").at(-1)).toMatch(/^word\d+…$/);
});

test("for words that are not adjacent, the first one is shown", () => {
  expect(excerptAround(`${filler(50)} kettle ${filler(30)} blue`, "blue kettle")).toContain("kettle");
});

test("the start of a word is preferred to a match inside another word", () => {
  const excerpt = excerptAround(`Rebuild ${filler(60)} build here ${filler(60)}`, "build");
  expect(excerpt).toContain("build here");
});

test("characters with a meaning in patterns are taken literally", () => {
  expect(excerptAround(`${filler(60)} (a+b)? [x] ${filler(60)}`, "(a+b)?")).toContain("(a+b)? [x]");
});

test("a text without spaces, or without a match, is shown from its start", () => {
  expect(excerptAround("x".repeat(500), "y")).toBe(`${"x".repeat(160)}…`);
});

test("any character may be typed", () => {
  for (const typed of ["t-shirt", "a/b", "(x", "[", "\\", "€^$.*+?{}|", "-"]) {
    expect(excerptAround(`The ${typed} is torn`, typed)).toBe(`The ${typed} is torn`);
  }
});
