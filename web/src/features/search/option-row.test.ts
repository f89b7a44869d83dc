import { expect, test } from "vitest";
import { highlightParts } from "./option-row.tsx";

const marked = (text: string, typed: string) =>
  highlightParts(text, typed)
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join("");

test("highlights the typed text in any case", () => {
  expect(marked("Jacket torn, jacket late", "jacket")).toBe("[Jacket] torn, [jacket] late");
});

test("highlights separate words at the start of words", () => {
  expect(marked("Torn: my bluejacket and the jacket", "jacket torn")).toBe("[Torn]: my bluejacket and the [jacket]");
});

test("does not highlight inside a word if some word starts with the text", () => {
  expect(marked("Exchange for another", "an")).toBe("Exchange for [an]other");
});

test("highlights inside a word if nothing else was typed", () => {
  expect(marked("A bluejacket", "acket")).toBe("A bluej[acket]");
});

test("treats markup and regular expressions as text", () => {
  expect(marked("<script>alert(1)</script> a+b?", "<script>")).toBe("[<script>]alert(1)</script> a+b?");
  expect(marked("What is a+b?", "a+b?")).toBe("What is [a+b?]");
  expect(marked("100% of (all", "(all")).toBe("100% of [(all]");
  expect(marked("Jean-Luc, order #DH-1042/b", "jean-l")).toBe("[Jean-L]uc, order #DH-1042/b");
  expect(marked("Order #DH-1042/b", "dh-1042/b")).toBe("Order #[DH-1042/b]");
});

test("highlights nothing without a match, and loses no letter", () => {
  expect(highlightParts("Grüße 😀", "")).toEqual([{ text: "Grüße 😀", isFound: false }]);
  expect(highlightParts("Grüße", "x")).toEqual([{ text: "Grüße", isFound: false }]);
  expect(highlightParts("", "x")).toEqual([{ text: "", isFound: false }]);
  expect(marked("Grüße 😀 GRÜSSE", "grü")).toBe("[Grü]ße 😀 [GRÜ]SSE");
});
