import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { copyTestDatabase, type TestDatabase } from "../../testing/test-databases.ts";

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await copyTestDatabase(inject("testDatabases"));
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test("a word is added to those of a check, and another one is still refused", async () => {
  await client.query(`create table pets (kind text not null constraint pets_kind check (kind in ('cat', 'dog')),
    others text[] not null constraint pets_others check (others <@ array['cat', 'dog']))`);
  for (const name of ["pets_kind", "pets_others"]) await client.query("call allow_word('pets', $1, 'owl')", [name]);
  await client.query("call allow_word('pets', 'pets_kind', 'newt')");
  await client.query("insert into pets values ('cat', '{dog,owl}'), ('owl', '{}'), ('newt', '{}')");
  const refused = { constraint: "pets_kind" };
  await expect(client.query("insert into pets values ('cow', '{}')")).rejects.toMatchObject(refused);
  await expect(client.query("insert into pets values ('cat', '{newt}')")).rejects.toMatchObject({
    constraint: "pets_others",
  });
});

test("a check that is not there, or not one of words, is named", async () => {
  await client.query("create table ages (age int not null constraint ages_age check (age > 0))");
  for (const name of ["ages_age", "ages_size"]) {
    await expect(client.query("call allow_word('ages', $1, 'owl')", [name])).rejects.toThrow(
      `There is no check ${name} of words on ages`,
    );
  }
});
