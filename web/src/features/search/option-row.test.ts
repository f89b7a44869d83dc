import { expect, test } from "vitest";
import { highlightParts } from "./option-row.tsx";

const marked = (text: string, typed: string) =>
  highlightParts(text, typed)
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join("");

test("what was typed is marked, whatever its case", () => {
  expect(marked("Jacket torn, jacket late", "jacket")).toBe("[Jacket] torn, [jacket] late");
});

test("words apart are marked where words begin", () => {
  expect(marked("Torn: my bluejacket and the jacket", "jacket torn")).toBe("[Torn]: my bluejacket and the [jacket]");
});

test("the middle of a word is not marked where a word begins so", () => {
  expect(marked("Exchange for another", "an")).toBe("Exchange for [an]other");
});

test("letters in the middle of a word are marked when nothing else was typed", () => {
  expect(marked("A bluejacket", "acket")).toBe("A bluej[acket]");
});

test("markup and signs of expressions stay text", () => {
  expect(marked("<script>alert(1)</script> a+b?", "<script>")).toBe("[<script>]alert(1)</script> a+b?");
  expect(marked("What is a+b?", "a+b?")).toBe("What is [a+b?]");
  expect(marked("100% of (all", "(all")).toBe("100% of [(all]");
  expect(marked("Jean-Luc, order #DH-1042/b", "jean-l")).toBe("[Jean-L]uc, order #DH-1042/b");
  expect(marked("Order #DH-1042/b", "dh-1042/b")).toBe("Order #[DH-1042/b]");
});

test("nothing typed or nothing found marks nothing, and no letter is lost", () => {
  expect(highlightParts("Grüße 😀", "")).toEqual([{ text: "Grüße 😀", isFound: false }]);
  expect(highlightParts("Grüße", "x")).toEqual([{ text: "Grüße", isFound: false }]);
  expect(highlightParts("", "x")).toEqual([{ text: "", isFound: false }]);
  expect(marked("Grüße 😀 GRÜSSE", "grü")).toBe("[Grü]ße 😀 [GRÜ]SSE");
});
