import type { Database } from "../../../platform/db/database.ts";
import { Failure } from "../../../platform/fail.ts";

type RemovedRaw = { rawRemoved: Database["mail_log"]["raw_removed"]; rawKeptDays: number | null };

/** Explains why a mail's raw bytes are gone, as a sentence; null if they are there. */
export function removalWords({ rawRemoved, rawKeptDays }: RemovedRaw): string | null {
  if (rawRemoved === "expired") return `Raw mail removed after ${rawKeptDays} ${rawKeptDays === 1 ? "day" : "days"}`;
  if (rawRemoved === "deleted") return "Raw mail removed with its ticket, which was deleted";
  return rawRemoved === "duplicate" ? "Raw mail not kept, as it is a copy of another one" : null;
}

/** Makes the failure for an action that needs raw bytes which are gone. */
export function rawRemovedFailure(removed: RemovedRaw): Failure {
  return new Failure("raw_mail_removed", undefined, removalWords(removed) ?? undefined);
}
