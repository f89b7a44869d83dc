import { resolve } from "node:path";
import { readSettings } from "../server/src/env.ts";
import { importStore } from "../server/src/import-store.ts";
import { checkExport } from "../server/src/platform/portable/check-export.ts";
import { withUnpacked } from "../server/src/platform/portable/pack-export.ts";
import { readArguments } from "./backup/read-arguments.ts";
import { untilStopped } from "./backup/until-stopped.ts";

// Usage: npm run import -- EXPORT [--send-waiting]: imports a store into the stopped installation of these settings, from the
// folder of `npm run export` or from the file that one of its admins downloaded.
const usage = "Usage: npm run import -- EXPORT [--send-waiting], where EXPORT is a folder or the file of a download";
const { names, options } = readArguments({ usage, names: 1, options: ["--send-waiting"] });
const [given = ""] = names;
try {
  const sendsWaiting = options.has("--send-waiting");
  const settings = readSettings();
  const { manifest } = await withUnpacked(resolve(process.env.INIT_CWD ?? ".", given), async (folder) => {
    const checked = await checkExport(folder);
    await importStore(settings, checked, { sendsWaiting, signal: untilStopped() });
    return checked;
  });
  const { store, takenAt } = manifest;
  console.log(`Imported ${store.name} as of ${takenAt}. Its mail comes to help+${store.code}@${settings.mailDomain}`);
  console.log(
    sendsWaiting
      ? "Mail that waited there is sent as soon as it is started, but for what has a link into the old installation: ask for that again."
      : "Mail that waited there is not sent by itself: it stands as failed, with 'Try again' (--send-waiting sends it).",
  );
  console.log("Its people sign in with their passwords; what was left out, and why, is in the export's manifest.json");
} catch (error) {
  // The person at the terminal needs the sentence of the error, not our stack.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
