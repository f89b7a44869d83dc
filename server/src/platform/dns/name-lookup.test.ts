import { expect, test } from "vitest";
import { startNameServer } from "../../../../stand-ins/name-server.ts";
import { NameLookup } from "./name-lookup.ts";
import { readNameServers } from "./name-servers.ts";

test("records come as node:dns gives them, each a copy, and are asked for once", async () => {
  const server = await startNameServer({
    "a.example TXT": ["x".repeat(300), "two"],
    "a.example A": ["192.0.2.1"],
    "a.example MX": ["mx.a.example"],
    "b.example CNAME": ["a.example"],
    "broken.example TXT": "servfail",
  });
  const lookup = new NameLookup([server.address]);
  const both = await Promise.all([lookup.resolve("a.example", "TXT"), lookup.resolve("A.example", "TXT")]);
  expect(both).toEqual([1, 2].map(() => expect.arrayContaining([["x".repeat(255), "x".repeat(45)], ["two"]])));
  both[0]?.splice(0);
  expect(await lookup.resolve("a.example", "TXT")).toHaveLength(2);
  expect(await lookup.resolve("b.example", "A")).toEqual(["192.0.2.1"]);
  expect(await lookup.resolve("a.example", "MX")).toMatchObject([{ exchange: "mx.a.example", priority: 10 }]);
  for (const time of [1, 2]) {
    await expect(lookup.resolve("gone.example", "TXT"), `${time}`).rejects.toMatchObject({ code: "ENOTFOUND" });
    await expect(lookup.resolve("a.example", "AAAA"), `${time}`).rejects.toMatchObject({ code: "ENODATA" });
    await expect(lookup.resolve("broken.example", "TXT"), `${time}`).rejects.toMatchObject({ code: "ESERVFAIL" });
  }
  const count = (question: string) => server.asked.filter((one) => one === question).length;
  expect(["a.example TXT", "gone.example TXT", "a.example AAAA"].map(count)).toEqual([1, 1, 1]);
  expect(count("broken.example TXT")).toBeGreaterThan(1);
  await expect(lookup.resolve("a.example", "ANY")).rejects.toMatchObject({ code: "EBADQUERY" });
  await server.stop();
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
