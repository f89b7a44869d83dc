import { afterAll, beforeAll, expect, test } from "vitest";
import { type LanguageModelStandIn, startLanguageModel } from "../../../../stand-ins/language-model.ts";
import { askLanguageModel, type Question } from "./ask-language-model.ts";

const apiKey = "sk-very-secret-0123456789";
const question: Question = { system: "Correct it.", text: "teh parcel", maxOutputTokens: 100, timeoutMs: 5_000 };

let model: LanguageModelStandIn;
beforeAll(async () => {
  model = await startLanguageModel();
});
afterAll(() => model.close());

function ask(name: string, changes: Partial<Question> = {}): Promise<string> {
  return askLanguageModel({ url: model.url, model: name, apiKey }, { ...question, ...changes });
}

test("sends the text as the user's message, with the instruction separate and the key", async () => {
  expect(await ask("careful")).toBe("The parcel");
  expect(model.asked.at(-1)).toEqual({ authorization: `Bearer ${apiKey}`, system: "Correct it.", text: "teh parcel" });
});

test.each([
  ["unauthorized", 401, "Incorrect API key provided: …."],
  ["overloaded", 429, "Rate limit reached"],
  ["broken", 500, "<html> <h1>Internal Server Error</h1> </html>"],
  ["unknown", 404, "The model unknown does not exist"],
])("%s: a refusal has status and body on one line without the key", async (name, status, body) => {
  await expect(ask(name)).rejects.toMatchObject({ kind: "refused", status, body });
});

test("gives up on a late answer", async () => {
  await expect(ask("silent", { timeoutMs: 150 })).rejects.toMatchObject({ kind: "slow" });
});

test("an empty or truncated answer is unusable", async () => {
  for (const name of ["garbled", "breathless"]) await expect(ask(name)).rejects.toMatchObject({ kind: "unusable" });
});

test("a missing endpoint is unreachable", async () => {
  const stopped = await startLanguageModel();
  await stopped.close();
  const settings = { url: stopped.url, model: "careful", apiKey: null };
  await expect(askLanguageModel(settings, question)).rejects.toMatchObject({ kind: "unreachable" });
});

test("sends no key if none is set", async () => {
  await askLanguageModel({ url: model.url, model: "careful", apiKey: null }, question);
  expect(model.asked.at(-1)?.authorization).toBeUndefined();
});

test("follows no redirects, so the text goes nowhere else", async () => {
  const before = model.asked.length;
  await expect(ask("pointing")).rejects.toMatchObject({ kind: "unreachable" });
  expect(model.asked.slice(before).map(({ text }) => text)).toEqual(["teh parcel"]);
});
