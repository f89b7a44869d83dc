import { afterAll, expect, test } from "vitest";
import { openDice, seedOfRun } from "../dice.ts";
import { makeRun } from "./make-run.ts";
import { nameServerKinds } from "./name-server-kinds.ts";
import { openInstallation } from "./open-installation.ts";
import { relayKinds } from "./relay-kinds.ts";
import { sayRun } from "./say-run.ts";

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const kindOf = <Kind extends { name: string }>(kinds: readonly Kind[], name: string) =>
  kinds.filter((kind) => kind.name === name);

test("3,000 mails of 3,000 domains, with name servers that answer 100 questions a second, become a ticket each", async () => {
  const names = kindOf(nameServerKinds, "answer 100 questions a second");
  const [relay] = kindOf(relayKinds, "takes all");
  if (!relay) throw new Error("There is no such relay");
  const run = { mails: 3_000, from: "all different domains", names, relay, kills: null } as const;
  console.log(sayRun(run));
  const at = await openInstallation();
  closers.push(() => at.close());
  const stores = { busy: await at.newStore("busy"), quiet: await at.newStore("quiet") };
  const { faults, figures } = await makeRun(at, stores, run, { name: "few", dice: openDice(seedOfRun()) });
  console.log(JSON.stringify(figures));
  expect(faults).toEqual([]);
  expect(await at.stop()).toEqual([0, 0, 0]);
});
