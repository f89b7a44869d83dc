import { createReadStream } from "node:fs";
import { fail } from "../fail.ts";
import type { Services } from "../services.ts";
import { ScannerFault, scanForViruses, type Verdict } from "./scan-for-viruses.ts";

/**
 * Refuses a file that somebody uploads when it holds a virus, and, where a scanner is set, also when that cannot be found out:
 * who uploads it is there, and can do so again.
 */
export async function refuseViruses(
  { settings, log }: Pick<Services, "settings" | "log">,
  path: string,
  filename: string,
): Promise<void> {
  const scanner = settings.virusScanner;
  if (scanner === null) return;
  const verdict = await scanForViruses(scanner, createReadStream(path)).catch((error: unknown): Verdict => {
    if (!(error instanceof ScannerFault)) throw error;
    log.warn({ err: error }, "An upload could not be scanned for viruses");
    throw fail("file_not_scanned", { filename });
  });
  if (verdict.scan === "too_large") throw fail("file_too_large_to_scan", { filename });
  if (verdict.scan !== "infected") return;
  log.warn({ virus: verdict.virus }, "A virus was found in an upload, which was refused");
  throw fail("file_infected", { filename, virus: verdict.virus });
}
