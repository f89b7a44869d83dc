import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { domains } from "../domains.ts";
import { Question, QuestionOfEach, setAnswers } from "./questions.ts";

test("a question is answered by what a manifest says, and fails while nobody answers", () => {
  const age = new Question<() => number>("how old it is");
  expect(() => age.answer()).toThrow("No domain answers how old it is");
  setAnswers([age.by(() => 3)]);
  expect(age.answer()).toBe(3);
});

test("a question of each name is answered by several manifests, and fails for a name that none of them answers", () => {
  const age = new QuestionOfEach<"ann" | "ben" | "cid", number>("how old is", ["ann", "ben", "cid"]);
  setAnswers([age.by({ ann: 3 }), age.by({ ben: 4 })]);
  expect([age.of("ann"), age.of("ben")]).toEqual([3, 4]);
  expect(() => age.of("cid")).toThrow("No domain answers how old is: cid");
});

test("every question of a domain is answered, those of each name for all of them", async () => {
  setAnswers(domains.flatMap(({ answers = [] }) => answers));
  const questions: (Question<unknown> | QuestionOfEach<string, unknown>)[] = [];
  const folder = join(import.meta.dirname, "..");
  for (const path of globSync("domains/**/*.ts", { cwd: folder }).map((name) => join(folder, name))) {
    if (!/ new Question(?:OfEach)?</.test(readFileSync(path, "utf8"))) continue;
    const exports: Record<string, unknown> = await import(/* @vite-ignore */ path);
    for (const each of Object.values(exports)) {
      if (each instanceof Question || each instanceof QuestionOfEach) questions.push(each);
    }
  }
  expect(questions.length).toBeGreaterThan(15);
  for (const each of questions) {
    if (each instanceof Question) expect(each.answer).toBeDefined();
    else for (const name of each.names) expect(each.of(name)).toBeDefined();
  }
});
