import { readFileSync } from "node:fs";
import { expect, inject, test } from "vitest";
import type {} from "../server/src/testing/run/global-setup.ts";
import { describeDatabase, targets } from "./generate-schema.ts";

test("db/schema.sql, db/access.sql and database.ts match the database's catalogue", async () => {
  const { schema, access, types } = await describeDatabase(inject("testDatabases").templateUrl);
  const hint = "run node scripts/with-node.mjs scripts/generate-schema.ts";
  expect(readFileSync(targets.schema, "utf8"), hint).toBe(schema);
  expect(readFileSync(targets.access, "utf8"), hint).toBe(access);
  expect(readFileSync(targets.types, "utf8"), hint).toBe(types);
});
