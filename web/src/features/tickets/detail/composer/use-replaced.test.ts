import { expect, test } from "vitest";
import { addReplaced, keepReplaced, nextReplaced, type Replaced, readReplaced, takeBack } from "./use-replaced.ts";

const template: Replaced = { before: "Mine", after: "Template", about: "Your text was replaced by “Refund”." };
const polished: Replaced = { before: "Template", after: "Templates", about: "Polished text used: 1 correction." };

test("restores one text after another, the latest first", () => {
  const all = addReplaced(addReplaced([], template), polished);
  expect(nextReplaced(all, "Templates")).toBe(polished);
  const rest = takeBack(all, polished, "Templates");
  expect(nextReplaced(rest, "Template")).toBe(template);
  expect(takeBack(rest, template, "Template")).toEqual([]);
});

test("keeps what was written since, so that it can be restored after that", () => {
  const all = takeBack([template], template, "Template, and more");
  expect(all).toMatchObject([{ before: "Template, and more", after: "Mine" }]);
  expect(nextReplaced(all, "Mine")).toBe(all[0]);
  expect(takeBack(all, all[0] as Replaced, "Mine")).toMatchObject([{ before: "Mine", after: "Template, and more" }]);
});

test("skips a text that the browser's undo has already restored", () => {
  const all = [polished, template];
  expect(nextReplaced(all, "Template")).toBe(template);
  expect(nextReplaced([template], "Mine")).toBeUndefined();
});

test("offers nothing for a blank or unchanged text, and keeps only the latest three", () => {
  expect(addReplaced([template], { ...polished, before: " \n" })).toEqual([template]);
  expect(addReplaced([], { ...template, after: "Mine" })).toEqual([]);
  const many = [1, 2, 3, 4].reduce<Replaced[]>(
    (all, at) => addReplaced(all, { before: `${at}`, after: "", about: "" }),
    [],
  );
  expect(many.map(({ before }) => before)).toEqual(["4", "3", "2"]);
});

test.each(["", "{", "{}", '[{"before":1}]', "null"])("ignores foreign data: %j", (kept) => {
  expect(readReplaced(kept)).toEqual([]);
});

test("reads back what it stored", () => {
  expect(readReplaced(keepReplaced([polished, template]))).toEqual([polished, template]);
  expect(keepReplaced([])).toBe("");
});
