import { EventEmitter } from "node:events";
import type pg from "pg";
import { expect, test, vi } from "vitest";
import { StartFault } from "../../start/start-notices.ts";
import { keepUp } from "./embedded-postgres.ts";
import { LaunchFault } from "./launch-server.ts";

/**
 * A connection that can be lost, and a server that reconnects or fails according to `outcomes`, then always connects.
 */
function keep(...outcomes: Error[]) {
  const connections = [connection()];
  const lines: string[] = [];
  const log = {
    info: (line: unknown) => lines.push(String(line)),
    warn: (about: unknown) => lines.push(textOf(about)),
  };
  const onLost = vi.fn<(fault: StartFault) => void>();
  const open = vi.fn(async () => {
    const outcome = outcomes.shift();
    if (outcome) throw outcome;
    connections.push(connection());
    return connections.at(-1) as pg.Client;
  });
  const upkeep = keepUp(connections[0] as pg.Client, { open, log: log as never, onLost, waitsMs: [0, 1] });
  return { upkeep, open, onLost, lines, connections, lose: () => connections.at(-1)?.emit("end") };
}

const connection = () => new EventEmitter() as pg.Client;
const textOf = (about: unknown) =>
  about instanceof Object && "reason" in about ? `again: ${about.reason}` : String(about);
let writes = 0;
const full = () => new LaunchFault(`FATAL: could not write to "xlogtemp.${writes++}": No space left on device`);
const broken = () => new LaunchFault("PANIC: could not locate a valid checkpoint record");

test("reopens a connection as often as it ends", async () => {
  const { upkeep, open, lose, connections } = keep();
  for (let times = 1; times <= 3; times += 1) {
    lose();
    await expect.poll(() => connections).toHaveLength(times + 1);
    await expect.poll(() => open.mock.calls.length).toBe(times);
    await new Promise(setImmediate);
  }
  expect(await upkeep.release()).toBe(connections[3]);
});

test("retries for ever on a full disk, and logs it once", async () => {
  const { upkeep, open, lose, connections, lines, onLost } = keep(...Array.from({ length: 40 }, full));
  lose();
  await expect.poll(() => connections).toHaveLength(2);
  expect(open).toHaveBeenCalledTimes(41);
  expect(onLost).not.toHaveBeenCalled();
  await expect.poll(() => lines).toHaveLength(3);
  expect(lines[1]).toContain("No space left on device");
  expect(await upkeep.release()).toBe(connections[1]);
});

test("gives up after ten tries, and at once on permanent errors", async () => {
  const slow = keep(...Array.from({ length: 40 }, broken));
  slow.lose();
  await expect.poll(() => slow.onLost.mock.calls.length).toBe(1);
  expect(slow.open).toHaveBeenCalledTimes(10);
  expect(slow.onLost.mock.calls[0]?.[0].message).toBe(
    `The database went down and could not be started again. ${broken().message}`,
  );
  const sure = keep(new StartFault("It is a copy"));
  sure.lose();
  await expect.poll(() => sure.onLost.mock.calls.length).toBe(1);
  expect(sure.open).toHaveBeenCalledTimes(1);
});

test("a stop ends the retries, and a requested end starts nothing", async () => {
  const { upkeep, open, lose } = keep(...Array.from({ length: 1_000 }, full));
  lose();
  await expect.poll(() => open.mock.calls.length).toBeGreaterThan(2);
  expect(await upkeep.release()).toBe(null);
  const calls = open.mock.calls.length;
  const other = keep();
  await other.upkeep.release();
  other.lose();
  // Another connection, lost later, would be back by now.
  const later = keep();
  later.lose();
  await expect.poll(() => later.connections).toHaveLength(2);
  expect([open.mock.calls.length, other.open.mock.calls.length]).toEqual([calls, 0]);
});
