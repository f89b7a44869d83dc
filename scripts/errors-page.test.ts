import { readFileSync } from "node:fs";
import { errors } from "@deskhand/contract/errors";
import { expect, test } from "vitest";
import { errorsPage } from "./generate-errors.ts";

const page = readFileSync(new URL("../docs/errors.md", import.meta.url), "utf8");
const entries = [...page.matchAll(/^## `(\w+)`\n\n- Status: (\d+)\n- Sentence: (.*)$/gm)];

test("docs/errors.md lists every error of the catalogue with its status and sentence, and no other", () => {
  const listed = Object.fromEntries(
    entries.map(([, code, status, message]) => [code, { status: Number(status), message }]),
  );
  const catalogue = Object.entries(errors).map(([code, { status, message }]) => [code, { status, message }]);
  expect(listed).toEqual(Object.fromEntries(catalogue));
});

test("docs/errors.md is up to date with its generator (node scripts/generate-errors.ts)", () => {
  expect(page).toBe(errorsPage());
});

test("a message of the catalogue begins like a sentence, and ends in a full stop only if it has two sentences", () => {
  for (const { message } of Object.values(errors))
    expect(message).toMatch(/^[A-Z][^|]*(?:[^\s.|]|[^.]\. [A-Z][^.|]*\.)$/);
});
