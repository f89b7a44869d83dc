import { resolve } from "node:path";
import { readSettings } from "../server/src/env.ts";
import { exportStore } from "../server/src/export-store.ts";
import { readArguments } from "./backup/read-arguments.ts";
import { untilStopped } from "./backup/until-stopped.ts";

// Usage: npm run export -- STORE FOLDER: writes all of one store, named by its code, into a new folder that is readable without Deskhand.
const usage = "Usage: npm run export -- STORE FOLDER, where STORE is its code, as in help+CODE@…";
const [store = "", folder = ""] = readArguments({ usage, names: 2 }).names;
try {
  const began = performance.now();
  const path = resolve(process.env.INIT_CWD ?? ".", folder);
  const { store: found, tables, files, mails } = await exportStore(readSettings(), store, path, untilStopped());
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const count = (number: number) => number.toLocaleString("en-US");
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const holds = `${count(rows)} rows, ${count(files.count)} files and ${count(mails.count)} mails`;
  console.log(`${path} holds ${found.name} (${found.code}): ${holds}, after ${seconds} s`);
  console.log(
    "What was left out, and why, is in its manifest.json. Whoever has the folder can read all that the store's customers wrote.",
  );
} catch (error) {
  // The person at the terminal needs the sentence of the error, not our stack.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
