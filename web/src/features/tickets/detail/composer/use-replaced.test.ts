import { expect, test } from "vitest";
import { addReplaced, keepReplaced, nextReplaced, type Replaced, readReplaced, takeBack } from "./use-replaced.ts";

const template: Replaced = { before: "Mine", after: "Template", about: "Your text was replaced by “Refund”." };
const polished: Replaced = { before: "Template", after: "Templates", about: "Polished text used: 1 correction." };

test("each is had back in its turn, the latest first", () => {
  const all = addReplaced(addReplaced([], template), polished);
  expect(nextReplaced(all, "Templates")).toBe(polished);
  const rest = takeBack(all, polished, "Templates");
  expect(nextReplaced(rest, "Template")).toBe(template);
  expect(takeBack(rest, template, "Template")).toEqual([]);
});

test("what was written since can be had back after that", () => {
  const all = takeBack([template], template, "Template, and more");
  expect(all).toMatchObject([{ before: "Template, and more", after: "Mine" }]);
  expect(nextReplaced(all, "Mine")).toBe(all[0]);
  expect(takeBack(all, all[0] as Replaced, "Mine")).toMatchObject([{ before: "Mine", after: "Template, and more" }]);
});

test("a text that the browser's own Undo brought back is not offered again, the one before it is", () => {
  const all = [polished, template];
  expect(nextReplaced(all, "Template")).toBe(template);
  expect(nextReplaced([template], "Mine")).toBeUndefined();
});

test("of a blank text, and of one that stays, there is nothing to have back; only the latest three are kept", () => {
  expect(addReplaced([template], { ...polished, before: " \n" })).toEqual([template]);
  expect(addReplaced([], { ...template, after: "Mine" })).toEqual([]);
  const many = [1, 2, 3, 4].reduce<Replaced[]>(
    (all, at) => addReplaced(all, { before: `${at}`, after: "", about: "" }),
    [],
  );
  expect(many.map(({ before }) => before)).toEqual(["4", "3", "2"]);
});

test.each(["", "{", "{}", '[{"before":1}]', "null"])("%j, which is none of ours, is passed over", (kept) => {
  expect(readReplaced(kept)).toEqual([]);
});

test("what is kept is read again", () => {
  expect(readReplaced(keepReplaced([polished, template]))).toEqual([polished, template]);
  expect(keepReplaced([])).toBe("");
});
