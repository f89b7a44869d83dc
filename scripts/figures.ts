import { checkAllFigures } from "../server/src/check-figures.ts";
import { readSettings } from "../server/src/env.ts";
import { readArguments } from "./backup/read-arguments.ts";

// Usage: npm run figures -- check: computes the figures of all stores from raw rows and says what differs from what reports show.
const usage = "Usage: npm run figures -- check";
/** So many differences of a store are printed. */
const most = 20;
const count = (number: number) => number.toLocaleString("en-US");

const [verb = ""] = readArguments({ usage, names: 1 }).names;
try {
  if (verb !== "check") throw new Error(usage);
  for await (const { storeId, tickets, occurrences, waiting, faults } of checkAllFigures(readSettings())) {
    console.log(`${storeId}: ${count(tickets)} tickets, of which ${count(occurrences)} things are counted`);
    if (waiting > 0) console.log(`  ${count(waiting)} tickets are just being counted: what differs may be of these`);
    for (const fault of faults.slice(0, most)) console.log(`  ${fault}`);
    if (faults.length > most) console.log(`  and ${count(faults.length - most)} more`);
    if (faults.length > 0) process.exitCode = 1;
  }
  if (process.exitCode === undefined) console.log("All figures are as the raw rows have them.");
} catch (error) {
  // The person at the terminal needs the sentence of the error, not our stack.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
