import { resolve } from "node:path";
import { backUp } from "../server/src/backup.ts";
import { readSettings } from "../server/src/env.ts";
import { readArguments } from "./backup/read-arguments.ts";
import { untilStopped } from "./backup/until-stopped.ts";

// Usage: npm run backup -- FILE: writes everything in the installation of these settings into one new file.
const [file = ""] = readArguments({ usage: "Usage: npm run backup -- FILE", names: 1 }).names;
try {
  const began = performance.now();
  const path = resolve(process.env.INIT_CWD ?? ".", file);
  const { tables, rows, bytes, holdsSecret } = await backUp(readSettings(), path, untilStopped());
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const size = `${rows.toLocaleString("en-US")} rows, ${(bytes / 1e6).toFixed(1)} MB before it was packed`;
  console.log(`${path} holds ${tables} tables with ${size}, after ${seconds} s`);
  console.log(
    holdsSecret
      ? "The installation's secret is in it: whoever has the file can read all of it and sign in as anybody."
      : "DESKHAND_SECRET is not in it: keep that in another place, without it the restored copy could not read its own tokens.",
  );
} catch (error) {
  // The person at the terminal needs the sentence of the error, not our stack.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
