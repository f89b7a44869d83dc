import { expect, test } from "vitest";
import { dictionaryOf, openIfInstalled } from "./open-dictionary.ts";

test("a dictionary knows its words and suggests corrections of others", async () => {
  const german = await dictionaryOf("de");
  expect(german.isWord("Lieferung")).toBe(true);
  expect(german.isWord("Liefferung")).toBe(false);
  expect(german.suggest("Liefferung")).toContain("Lieferung");
});

test("without its dictionary every word of a language counts as correct", async () => {
  const left = "dictionary-that-was-left-out";
  const without = await openIfInstalled(() => import(left));
  expect(without.isWord("Liefferung")).toBe(true);
  expect(without.suggest("Liefferung")).toEqual([]);
});

test("a dictionary that exists but cannot be read is an error", async () => {
  await expect(openIfInstalled(() => Promise.reject(new Error("EIO")))).rejects.toThrow("EIO");
});
