import { resolve } from "node:path";
import { readSettings } from "../server/src/env.ts";
import { prepareDataDir } from "../server/src/platform/db/embedded/cluster-home.ts";
import { dropPrivileges } from "../server/src/platform/start/drop-privileges.ts";
import { openBackup, restore } from "../server/src/restore.ts";
import { readArguments } from "./backup/read-arguments.ts";
import { untilStopped } from "./backup/until-stopped.ts";

// Usage: npm run restore -- FILE [--send-waiting]: restores into the empty installation that these settings name.
const usage = "Usage: npm run restore -- FILE [--send-waiting]";
const { names, options } = readArguments({ usage, names: 1, options: ["--send-waiting"] });
const [file = ""] = names;
try {
  const sendsWaiting = options.has("--send-waiting");
  const path = resolve(process.env.INIT_CWD ?? ".", file);
  const settings = readSettings();
  // Opened while we are still root, as only root may be able to read it.
  const opened = await openBackup(settings, path);
  await using _file = opened.file;
  await prepareDataDir(settings.dataDir);
  await dropPrivileges(settings.dataDir);
  const { takenAt, tables, rows } = await restore(settings, opened, { sendsWaiting, signal: untilStopped() });
  console.log(
    `Restored as of ${takenAt}: ${tables} tables with ${rows.toLocaleString("en-US")} rows, and the jobs that waited, as far as they go on here`,
  );
  console.log(
    sendsWaiting
      ? "Mail that waited then is sent as soon as it is started."
      : "Mail that waited then is not sent by itself: it stands as failed, with 'Try again' (--send-waiting sends it).",
  );
} catch (error) {
  // The person at the terminal needs the sentence of the error, not our stack.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
