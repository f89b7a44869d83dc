import { measurePolish } from "../server/src/testing/polish/measure-polish.ts";
import { measureBeside, measureRuled } from "./beside/measure-beside.ts";
import { allCases } from "./cases/all-cases.ts";
import type { Case } from "./cases/case.ts";
import { sampleTickets } from "./cases/sample-tickets.ts";
import { openData } from "./data/open-data.ts";
import { startMailSink } from "./load/mail-sink.ts";
import { measureBareSql } from "./load/measure-bare-sql.ts";
import { drainName, measureDrain } from "./load/measure-drain.ts";
import { listsHead, listsName, measureLists, toListLine } from "./load/measure-lists.ts";
import { measureNeighbour, neighbourHead, neighbourName, toNeighbourLine } from "./load/measure-neighbour.ts";
import { measurePresence, presenceName, toPresenceLine } from "./load/measure-presence.ts";
import { measureServer } from "./load/measure-server.ts";
import { polishHead, polishName, toPolishLine } from "./load/polish-lines.ts";
import { type Options, readOptions, usage, WrongUsage } from "./options.ts";
import { tableHead, toJsonLine, toTableLine, verdict } from "./result.ts";
import { measureTexts } from "./texts/measure-texts.ts";
import { textsHead, textsName, toTextLine } from "./texts/text-lines.ts";

const concurrencies = [1, 8];
const rssAimMb = 250;
const drainedMails = 3_000;

const options = readOrExit(process.argv.slice(2));
const { scale, isJson, only, seconds, beside, isRuled } = options;
const report = (message: string) => console.error(message);
if (beside !== undefined) {
  await measureBeside(beside, options, report);
  process.exit();
}
if (isRuled) {
  await measureRuled(options, report);
  process.exit();
}
if (!only || only.includes(polishName)) {
  if (!isJson) console.log(`\n${polishHead}`);
  for await (const use of measurePolish()) console.log(isJson ? JSON.stringify(use) : toPolishLine(use));
}
if (!only || only.includes(textsName)) {
  if (!isJson) console.log(`\n${textsHead}`);
  for await (const use of measureTexts()) console.log(isJson ? JSON.stringify(use) : toTextLine(use));
}
// The text functions need no tickets.
if (only?.every((name) => name === polishName || name === textsName)) process.exit();
const sink = await startMailSink();
const data = await openData(scale, report);
try {
  const tickets = await sampleTickets(data.superuserUrl);
  const cases = allCases(tickets).filter(({ name }) => !only || only.includes(name));
  const drains = !only || only.includes(drainName);
  const seesPresence = !only || only.includes(presenceName);
  const comparesLists = !only || only.includes(listsName);
  const asksBeside = !only || only.includes(neighbourName);
  if (cases.length === 0 && !drains && !seesPresence && !comparesLists && !asksBeside)
    throw new Error(`Nothing is named ${only?.join(" or ")}`);
  if (!isJson && (cases.length > 0 || drains)) console.log(`\n${scale.name} tickets, ${seconds} s each\n${tableHead}`);
  const rssMb = cases.length > 0 ? await measureCases(cases) : null;
  if (comparesLists) {
    await data.restore();
    if (!isJson) console.log(`\n${listsHead}`);
    for await (const use of measureLists(data, sink, seconds / 4))
      console.log(isJson ? JSON.stringify(use) : toListLine(use));
  }
  if (asksBeside) {
    await data.restore();
    if (!isJson) console.log(`\n${neighbourHead}`);
    for await (const use of measureNeighbour(data, sink, seconds / 2))
      console.log(isJson ? JSON.stringify(use) : toNeighbourLine(use));
  }
  if (drains) {
    await data.restore();
    const drained = await measureDrain({ data, sink, tickets, scale, mails: drainedMails, report });
    console.log(isJson ? toJsonLine(drained) : toTableLine(drained));
  }
  if (seesPresence) {
    await data.restore();
    const use = await measurePresence(data, sink, report);
    console.log(isJson ? JSON.stringify(use) : toPresenceLine(use));
  }
  if (!isJson && rssMb !== null) {
    const aim = verdict(rssMb < rssAimMb, `< ${rssAimMb} MB`);
    console.log(`\nMemory of the server after all of it: ${rssMb} MB (${aim})`);
  }
} finally {
  sink.close();
  await data.postgres.stop();
}

/** Measures these cases and prints each; returns the server's memory afterwards, in MB. */
async function measureCases(cases: Case[]): Promise<number> {
  report("Measuring the bare SQL …");
  const bareSql = await measureBareSql(data.dataDir, data.postgres.ownerUrl, cases, concurrencies, seconds / 2);
  await data.restore();
  let rssMb = 0;
  for await (const result of measureServer({ data, sink, cases, concurrencies, seconds, scale, bareSql, report })) {
    console.log(isJson ? toJsonLine(result) : toTableLine(result));
    rssMb = result.rssMb;
  }
  return rssMb;
}

/** Reads the command line; ends with the usage if it asks for that, or is wrong. */
function readOrExit(args: string[]): Options {
  try {
    const options = readOptions(args);
    if (options !== null) return options;
    console.log(usage);
    process.exit();
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}
