import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { builtOnce, statement } from "./statement.ts";

function fileOf(text: string): URL {
  const folder = mkdtempSync(join(tmpdir(), "statement-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "a.sql"), text);
  return pathToFileURL(join(folder, "a.sql"));
}

test("binds each named parameter once, and ignores casts and comments", () => {
  const query = statement<{ id: string; at: string }, unknown>(
    fileOf("-- what :nothing binds\nselect :at::date from a where id = :id and b > :at\n"),
  );
  expect(query({ id: "one", at: "now" })).toMatchObject({
    sql: "select $1::date from a where id = $2 and b > $1\n",
    parameters: ["now", "one"],
  });
});

test("writes constants and expressions without parameters into the text", () => {
  const query = statement<{ id: string }, unknown>(fileOf("select :card, :one from a where id = :id limit :size"), {
    card: "a.b, a.c",
    one: sql`left(a.d, ${sql.lit(20)})`,
    size: 51,
  });
  expect(query({ id: "x" }).sql).toBe("select a.b, a.c, left(a.d, 20) from a where id = $1 limit 51");
});

test("builds a statement once per set of given keys, which may be columns", () => {
  const insert = builtOnce((db, customer: { id: string; email: string; name?: string | null }) =>
    db.insertInto("customers").values({ ...customer }),
  );
  expect(insert({ id: "1", email: "ann@example.com" })).toMatchObject({
    sql: 'insert into "customers" ("id", "email") values ($1, $2)',
    parameters: ["1", "ann@example.com"],
  });
  expect(insert({ id: "1", email: "ann@example.com", name: null })).toMatchObject({
    sql: 'insert into "customers" ("id", "email", "name") values ($1, $2, $3)',
    parameters: ["1", "ann@example.com", null],
  });
});

test("accepts values within plain objects, one per row", () => {
  const both = builtOnce((db, { one, other }: Record<"one" | "other", { id: string; email: string }>) =>
    db
      .with("made", (cte) => cte.insertInto("customers").values(one))
      .insertInto("customers")
      .values({ ...other }),
  );
  const rows = { one: { id: "1", email: "a@b.example" }, other: { id: "2", email: "c@d.example" } };
  expect(both(rows).parameters).toEqual(["1", "a@b.example", "2", "c@d.example"]);
  expect(both({ one: rows.other, other: rows.one }).parameters.slice(0, 2)).toEqual(["2", "c@d.example"]);
});

test("passes each call's values to a statement that is built once", () => {
  let builds = 0;
  const byKeys = builtOnce((db, { email, id }: { email: string | null; id: string }) => {
    builds += 1;
    return db
      .selectFrom("customers")
      .select(["id", sql<string>`${email}::text`.as("given")])
      .where("email", "=", email)
      .where("name", "=", "Ann")
      .where("id", "=", id);
  });
  const [first, second] = [byKeys({ email: "ann@example.com", id: "1" }), byKeys({ email: null, id: "2" })];
  expect(builds).toBe(1);
  expect(first.sql).toBe(
    'select "id", $1::text as "given" from "customers" where "email" = $2 and "name" = $3 and "id" = $4',
  );
  expect(second.sql).toBe(first.sql);
  expect(first.parameters).toEqual(["ann@example.com", "ann@example.com", "Ann", "1"]);
  expect(second.parameters).toEqual([null, null, "Ann", "2"]);
});
