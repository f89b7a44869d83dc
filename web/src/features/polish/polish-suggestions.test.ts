import { expect, test } from "vitest";
import { wordChanges } from "./polish-review.tsx";

test("a replaced word is a deletion and an insertion, the rest stays", () => {
  expect(wordChanges("We dont know.", "We don't know.")).toEqual([
    { kind: "same", text: "We " },
    { kind: "removed", text: "dont" },
    { kind: "added", text: "don't" },
    { kind: "same", text: " know." },
  ]);
});

test("whitespace and punctuation are changes of their own", () => {
  expect(wordChanges("Here  it is .", "Here it is.").filter(({ kind }) => kind !== "same")).toEqual([
    { kind: "removed", text: "  " },
    { kind: "added", text: " " },
    { kind: "removed", text: " " },
  ]);
});

test("the pieces add up to both texts", () => {
  const [before, after] = ["teh lamp,\n\ni sent is here", "The lamp,\n\nwhich I sent, is here."];
  const changes = wordChanges(before, after);
  const without = (kind: string) => changes.filter((change) => change.kind !== kind).map(({ text }) => text);
  expect(without("added").join("")).toBe(before);
  expect(without("removed").join("")).toBe(after);
});

test("long texts without a common word are given up and replaced as a whole", () => {
  // A full comparison of so many words would exceed the test's timeout.
  const [before, after] = ["alpha beta ".repeat(50_000), "gamma delta ".repeat(50_000)];
  expect(wordChanges(before, after)).toEqual([
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ]);
});
