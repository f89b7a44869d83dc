import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { readSettings } from "../server/src/env.ts";
import { importStore } from "../server/src/import-store.ts";
import { checkExport } from "../server/src/platform/portable/check-export.ts";
import { untilStopped } from "./backup/until-stopped.ts";

// Usage: npm run import -- FOLDER [--send-waiting]: a store that `npm run export` wrote, into the stopped installation of these settings.
const usage = "Usage: npm run import -- FOLDER [--send-waiting]";
try {
  const options = { "send-waiting": { type: "boolean", default: false } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [folder, ...more] = positionals;
  if (!folder || more.length > 0) throw new Error(usage);
  const checked = await checkExport(resolve(process.env.INIT_CWD ?? ".", folder));
  const settings = readSettings();
  await importStore(settings, checked, { sendsWaiting: values["send-waiting"], signal: untilStopped() });
  const { store, takenAt } = checked.manifest;
  console.log(`Imported ${store.name} as of ${takenAt}. Its mail comes to help+${store.code}@${settings.mailDomain}`);
  console.log("Its people sign in with their passwords; what was left out, and why, is in the export's manifest.json");
} catch (error) {
  // Whatever went wrong, the person at the terminal wants its sentence, not our stack.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
