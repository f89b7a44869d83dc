import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { copyIn, copyOut } from "./copy-stream.ts";

let client: pg.Client;
beforeAll(async () => {
  client = await connect();
  await client.query("create temporary table copied (a int, b text)");
});
afterAll(() => client.end());

async function connect(): Promise<pg.Client> {
  const adminClient = new pg.Client({ connectionString: inject("testDatabases").adminUrl });
  // A lost connection also fails the running statement.
  adminClient.on("error", () => undefined);
  await adminClient.connect();
  return adminClient;
}

async function textOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function* given(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

test("copies rows unchanged, however the stream is cut", async () => {
  const unusualText = "1\ta\\nb\\\\c\\td\n2\t\\N\n3\tÄ€😀\n";
  await copyIn(client, "copy copied from stdin", given(...unusualText));
  expect(await textOf(copyOut(client, "copy (select * from copied order by a) to stdout"))).toBe(unusualText);
  await copyIn(client, "copy copied from stdin", given());
  expect(await textOf(copyOut(client, "copy (select * from copied where a > 9) to stdout"))).toBe("");
  expect(await textOf(copyOut(client, "set local timezone = 'UTC'; copy (select 7) to stdout"))).toBe("7\n");
});

test("copies a million rows and megabyte rows to a slow reader", async () => {
  let bytes = 0;
  for await (const chunk of copyOut(client, "copy (select generate_series(1, 1000000)) to stdout"))
    bytes += chunk.length;
  expect(bytes).toBe(6_888_896);
  const large = "copy (select n, repeat('x', 1000000 + n) from generate_series(1, 5) n) to stdout";
  const text = await textOf(copyOut(client, large));
  await client.query("truncate copied");
  await copyIn(client, "copy copied from stdin", given(text));
  expect((await client.query("select sum(length(b))::int as sum from copied")).rows).toEqual([{ sum: 5_000_015 }]);
});

test("reports why a statement failed and keeps the connection", async () => {
  const texts = Array.from({ length: 50 }, (_, at) => `${at === 20 ? "no number" : at}\t${"x".repeat(300_000)}\n`);
  await expect(copyIn(client, "copy copied from stdin", given(...texts))).rejects.toThrow(
    /invalid input syntax for type integer/,
  );
  await expect(copyIn(client, "copy nothing from stdin", given("1\n"))).rejects.toThrow(/"nothing" does not exist/);
  await expect(copyIn(client, "select 1", given("1\n"))).rejects.toThrow(/No statement that takes rows/);
  const broken = async function* () {
    yield Buffer.from("1\tx\n");
    throw new Error("The source broke");
  };
  await client.query("truncate copied");
  await expect(copyIn(client, "copy copied from stdin", broken())).rejects.toThrow("The source broke");
  await expect(textOf(copyOut(client, "copy (select 1 / n from generate_series(-1, 1) n) to stdout"))).rejects.toThrow(
    /division by zero/,
  );
  expect((await client.query("select count(*)::int as rows from copied")).rows).toEqual([{ rows: 0 }]);
});

test("closes the connection if the reader stops early", async () => {
  const own = await connect();
  for await (const chunk of copyOut(own, "copy (select generate_series(1, 100000000)) to stdout")) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  await expect(own.query("select 1")).rejects.toThrow();
  await own.end();
});

const leaves = /terminat|EPIPE/;

test("fails a read when the server goes away", async () => {
  const own = await connect();
  const left = copyOut(own, "copy (select pg_terminate_backend(pg_backend_pid()), repeat('x', 100)) to stdout");
  await expect(textOf(left)).rejects.toThrow(leaves);
  await own.end();
});

test("fails a write whenever the server goes away, even with a source that never waits", async () => {
  for (let turn = 0; turn < 50; turn += 1) {
    const own = await connect();
    const { rows } = await own.query("select pg_backend_pid() as pid");
    await own.query("create temporary table copied (a int, b text)");
    const source = async function* () {
      yield Buffer.from("1\tx\n");
      await client.query("select pg_terminate_backend($1)", [rows[0].pid]);
      for (;;) yield Buffer.from(`1\t${"x".repeat(100_000)}\n`);
    };
    await expect(copyIn(own, "copy copied from stdin", source())).rejects.toThrow(leaves);
    await own.end();
  }
});
