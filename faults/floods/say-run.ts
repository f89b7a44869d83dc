import type { Run } from "./draw-run.ts";

/** Describes a run in words. */
export function sayRun({ mails, from, names, relay, kills }: Run): string {
  const servers = names.map(({ name }) => name).join(", or ");
  const killed = kills ? `; ${kills.times} times workers are killed ${kills.moment}` : "";
  return `${mails} mails of ${from}, whose name servers ${servers}; the relay ${relay.name}${killed}:`;
}
