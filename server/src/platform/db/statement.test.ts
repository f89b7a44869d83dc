import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { statement } from "./statement.ts";

function fileOf(text: string): URL {
  const folder = mkdtempSync(join(tmpdir(), "statement-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "a.sql"), text);
  return pathToFileURL(join(folder, "a.sql"));
}

test("parameters are bound by name, each once; casts and comments are none", () => {
  const query = statement<{ id: string; at: string }, unknown>(
    fileOf("-- what :nothing binds\nselect :at::date from a where id = :id and b > :at\n"),
  );
  expect(query({ id: "one", at: "now" })).toMatchObject({
    sql: "select $1::date from a where id = $2 and b > $1\n",
    parameters: ["now", "one"],
  });
});

test("what is given at the start is written into the text, an expression without its parameters", () => {
  const query = statement<{ id: string }, unknown>(fileOf("select :card, :one from a where id = :id limit :size"), {
    card: "a.b, a.c",
    one: sql`left(a.d, ${sql.lit(20)})`,
    size: 51,
  });
  expect(query({ id: "x" }).sql).toBe("select a.b, a.c, left(a.d, 20) from a where id = $1 limit 51");
});
