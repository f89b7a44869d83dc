import { expect, test } from "vitest";
import { startNameServer } from "../../../../stand-ins/name-server.ts";
import { NameServerWatch } from "./name-server-watch.ts";

test.each([
  ["knows of no such name", {}, true],
  ["knows the name", { "_dmarc.com TXT": ["v=DMARC1"] }, true],
  ["has troubles of its own", { "* *": "servfail" }, false],
] as const)("a name server that %s", async (_, zone, isThere) => {
  const server = await startNameServer(zone);
  const watch = new NameServerWatch([server.address]);
  expect(await watch.isThere()).toBe(isThere);
  expect(server.asked).toEqual(["_dmarc.com TXT"]);
  watch.close();
  await server.stop();
});

test("sends nothing when lookups are off", async () => {
  const watch = new NameServerWatch("off");
  watch.doubt();
  expect(await watch.isThere()).toBe(false);
});

test("notices a name server that comes back, and one that fails once a caller doubts it", async () => {
  const server = await startNameServer({ "* *": "servfail" });
  const watch = new NameServerWatch([server.address], { againMs: 20 });
  expect(await watch.isThere()).toBe(false);
  server.zone = {};
  await expect.poll(() => watch.isThere()).toBe(true);
  server.zone = { "* *": "servfail" };
  watch.doubt();
  await expect.poll(() => watch.isThere()).toBe(false);
  watch.close();
  await server.stop();
});
