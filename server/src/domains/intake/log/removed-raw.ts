import type { Database } from "../../../platform/db/database.ts";
import { Failure } from "../../../platform/fail.ts";

type Removed = { rawRemoved: Database["mail_log"]["raw_removed"]; rawKeptDays: number | null };

/** Why the raw bytes of a mail of the log are no longer here, as a sentence; null while they are. */
export function removalWords({ rawRemoved, rawKeptDays }: Removed): string | null {
  if (rawRemoved === "expired") return `Raw mail removed after ${rawKeptDays} ${rawKeptDays === 1 ? "day" : "days"}`;
  if (rawRemoved === "deleted") return "Raw mail removed with its ticket, which was deleted";
  return rawRemoved === "duplicate" ? "Raw mail not kept, as it is a copy of another one" : null;
}

/** The failure that says why something cannot be done with a mail without its raw bytes. */
export function failRemoved(removed: Removed): Failure {
  return new Failure("raw_mail_removed", undefined, removalWords(removed) ?? undefined);
}
