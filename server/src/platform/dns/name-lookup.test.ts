import { afterEach, expect, test } from "vitest";
import { type NameServerStandIn, startNameServer, type Zone } from "../../../../stand-ins/name-server.ts";
import { until } from "../../testing/take-mail.ts";
import { NameLookup } from "./name-lookup.ts";
import { readNameServers } from "./name-servers.ts";

const started: NameServerStandIn[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
});

async function serve(zone: Zone, changes: Partial<NameServerStandIn> = {}) {
  const server = Object.assign(await startNameServer(zone), changes);
  started.push(server);
  const count = (question: string) => server.asked.filter((asked) => asked === question).length;
  return { server, count, lookup: new NameLookup([server.address]) };
}

const nobody = { group: "store", member: "a.example" };
const ask = (lookup: NameLookup, name: string, owner = nobody) => lookup.ask({ name, type: "TXT" }, owner);

test("returns copies of records in the format of node:dns, and asks for them once", async () => {
  const { server, lookup, count } = await serve({
    "a.example TXT": ["x".repeat(300), "two"],
    "a.example A": ["192.0.2.1"],
    "a.example AAAA": ["2001:db8::1"],
    "a.example MX": ["mx.a.example"],
    "b.example CNAME": ["a.example"],
    "b.example A": [],
    "long.example TXT": ["x".repeat(3_000)],
    "broken.example TXT": "servfail",
  });
  const both = await Promise.all([lookup.resolve("a.example", "TXT"), lookup.resolve("A.example.", "TXT")]);
  expect(both).toEqual([1, 2].map(() => expect.arrayContaining([["x".repeat(255), "x".repeat(45)], ["two"]])));
  both[0]?.splice(0);
  expect(await lookup.resolve("a.example", "TXT")).toHaveLength(2);
  expect(await lookup.resolve("a.example", "A")).toEqual(["192.0.2.1"]);
  expect(await lookup.resolve("b.example", "CNAME")).toEqual(["a.example"]);
  expect(await lookup.resolve("b.example", "TXT")).toHaveLength(2);
  expect(await lookup.resolve("a.example", "MX")).toMatchObject([{ exchange: "mx.a.example", priority: 10 }]);
  // Too large for a datagram.
  expect((await lookup.resolve("long.example", "TXT")).flat().join("")).toBe("x".repeat(3_000));
  for (const time of [1, 2]) {
    await expect(lookup.resolve("gone.example", "TXT"), `${time}`).rejects.toMatchObject({ code: "ENOTFOUND" });
    await expect(lookup.resolve("a.example", "CNAME"), `${time}`).rejects.toMatchObject({ code: "ENODATA" });
    await expect(lookup.resolve("broken.example", "TXT"), `${time}`).rejects.toMatchObject({ code: "ESERVFAIL" });
  }
  expect(["gone.example TXT", "a.example CNAME"].map(count)).toEqual([1, 1]);
  expect(count("broken.example TXT")).toBe(2);
  await expect(lookup.resolve("a.example", "ANY")).rejects.toMatchObject({ code: "EBADQUERY" });
  const tooLong = ["x".repeat(64), "x.".repeat(127)].map((start) => `${start}.example`);
  for (const name of ["", "a..example", ...tooLong, "a\\.example", "a b.example", "ä.example"]) {
    await expect(lookup.resolve(name, "TXT"), name).rejects.toMatchObject({ code: "EBADNAME" });
    expect(await ask(lookup, name).answer, name).toMatchObject({ code: "EBADNAME" });
    expect(server.asked).not.toContain(`${name} TXT`);
  }
});

test("sends one question for spellings of the same name", async () => {
  const { lookup, count } = await serve({ "a.example TXT": ["one"] });
  await Promise.all(Array.from({ length: 200 }, () => lookup.resolve("a.example", "TXT")));
  expect(count("a.example TXT")).toBe(1);
});

test("accepts late answers, also to earlier attempts, and repeats a lost question", async () => {
  const { server, lookup } = await serve(
    { "a.example TXT": ["one"], "b.example TXT": ["two"] },
    { answersAfterMs: 1_500 },
  );
  expect(await lookup.resolve("a.example", "TXT")).toEqual([["one"]]);
  server.answersAfterMs = 0;
  let sendings = 0;
  server.drops = () => {
    sendings += 1;
    return sendings === 1;
  };
  expect(await lookup.resolve("b.example", "TXT")).toEqual([["two"]]);
});

test("asks the next server if one is down, refuses or cannot send a large answer", async () => {
  const zone = { "a.example TXT": ["one"], "long.example TXT": ["x".repeat(3_000)] };
  const good = await serve(zone);
  const refusing = await serve({ "* *": "servfail" });
  const cut = await serve(zone, { streams: "refuses" });
  const lookup = new NameLookup(["127.0.0.1:1", ...[refusing, cut, good].map(({ server }) => server.address)]);
  expect(await lookup.resolve("long.example", "TXT")).toHaveLength(1);
  expect(good.count("long.example TXT")).toBeGreaterThan(0);
  await expect(new NameLookup(["127.0.0.1:1"]).resolve("a.example", "TXT")).rejects.toMatchObject({
    code: "ECONNREFUSED",
  });
  await expect(new NameLookup([cut.server.address]).resolve("long.example", "TXT")).rejects.toMatchObject({
    code: "ECONNREFUSED",
  });
});

test("sends only some of 300 questions at once, and gets all answers from a server that drops excess ones", async () => {
  const { server, lookup } = await serve({}, { answersAfterMs: 5, drops: (_, others) => others >= 20 });
  const answers = Array.from({ length: 300 }, (_, at) => {
    const owner = { group: "store", member: `d${at}.example` };
    return ask(lookup, `d${at}.example`, owner).answer;
  });
  const codes = (await Promise.all(answers)).map(({ code }) => code);
  expect(new Set(codes)).toEqual(new Set(["ENOTFOUND"]));
  expect(server.mostAtOnce).toBeLessThanOrEqual(24);
});

test("nobody waits behind a backlog or slow questions, and another store behind nobody", async () => {
  const { server, lookup, count } = await serve({ "new.example TXT": ["one"], "other.example TXT": ["two"] });
  server.drops = (question) => question.startsWith("slow");
  const flood = Array.from({ length: 300 }, (_, at) =>
    ask(lookup, `slow${at}.example`, { group: "store", member: `slow${at}.example` }),
  );
  await until(async () => server.asked.length >= 24);
  // Late questions give up their places.
  const before = server.asked.length;
  await Promise.all([
    ask(lookup, "new.example", { group: "store", member: "new.example" }).answer,
    ask(lookup, "other.example", { group: "other", member: "slow1.example" }).answer,
  ]);
  expect([count("new.example TXT"), count("other.example TXT")]).toEqual([1, 1]);
  expect(server.asked.length - before).toBeLessThan(100);
  expect(flood.filter((pending) => pending.hasBegun()).length).toBeLessThan(150);
  for (const pending of flood) pending.leave();
});

test("does not send a question nobody waits for, and reports it as cancelled", async () => {
  const { server, lookup } = await serve({ "* *": "silence" });
  const owner = { group: "store", member: "many.example" };
  const many = Array.from({ length: 40 }, (_, at) => ask(lookup, `s${at}.many.example`, owner));
  await until(async () => server.asked.length > 0);
  const waiting = many.filter((pending) => !pending.hasBegun());
  expect(waiting.length).toBeGreaterThan(20);
  for (const pending of waiting) pending.leave();
  expect(new Set((await Promise.all(waiting.map(({ answer }) => answer))).map(({ code }) => code))).toEqual(
    new Set(["ECANCELLED"]),
  );
});

test.each([
  ["system", "system"],
  [" OFF ", "off"],
  ["192.0.2.1", ["192.0.2.1"]],
  ["192.0.2.1:5353, [2001:db8::1]:53,2001:db8::2", ["192.0.2.1:5353", "[2001:db8::1]:53", "2001:db8::2"]],
  ["dns.example", null],
  ["192.0.2.1:0", null],
  ["192.0.2.1:65536", null],
  ["192.0.2.1,", null],
  ["[192.0.2.1]:53", null],
  ["2001:db8::1]:53", null],
])("the setting %s", (setting, servers) => {
  expect(readNameServers(setting)).toEqual(servers);
});
