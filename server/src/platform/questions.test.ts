import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { domains } from "../domains.ts";
import { Question, setAnswers } from "./questions.ts";

test("a question is answered by what a manifest says, and fails while nobody answers", () => {
  const age = new Question<() => number>("how old it is");
  expect(() => age.answer()).toThrow("No domain answers how old it is");
  setAnswers([age.by(() => 3)]);
  expect(age.answer()).toBe(3);
});

test("every question of a domain is answered by another one", async () => {
  setAnswers(domains.flatMap(({ answers = [] }) => answers));
  const questions: Question<unknown>[] = [];
  const folder = join(import.meta.dirname, "..");
  for (const path of globSync("domains/**/*.queries.ts", { cwd: folder })) {
    const exports: Record<string, unknown> = await import(/* @vite-ignore */ join(folder, path));
    for (const each of Object.values(exports)) if (each instanceof Question) questions.push(each);
  }
  expect(questions.length).toBeGreaterThan(0);
  for (const each of questions) expect(each.answer).toBeDefined();
});
