import type { Finding } from "@deskhand/contract/checking/finding";
import { keyOfFinding } from "@deskhand/contract/checking/finding";
import type { ShownFinding } from "@deskhand/contract/checking/shown-findings";
import { readFields } from "../../../../lib/drafts.ts";

/** As much of a value as the server keeps, and as many of them. */
const longest = { value: 500, findings: 50 };

/** A finding of this reply that its writer has seen. `refused`: the server had it, and this screen had not. */
export interface Seen extends Pick<Finding, "kind" | "written" | "right"> {
  state: "shown" | "taken" | "dismissed" | "refused";
}

/** Reads what `keepSeen` stored; anything else is nothing. */
export function readSeen(kept: string): Seen[] {
  const { seen } = readFields(kept, { seen: [] as unknown[] });
  return seen.filter(isSeen);
}

/** Serializes what was seen, for storage beside the draft; "" for nothing. */
export const keepSeen = (seen: readonly Seen[]): string => (seen.length === 0 ? "" : JSON.stringify({ seen }));

function isSeen(value: unknown): value is Seen {
  if (typeof value !== "object" || value === null) return false;
  const { kind, written, state } = value as Partial<Record<keyof Seen, unknown>>;
  return [kind, written, state].every((field) => typeof field === "string");
}

/** Adds findings that are seen for the first time, and returns the same list if there are none. */
export function addSeen(
  seen: Seen[],
  found: readonly Pick<Finding, "kind" | "written" | "right">[],
  state: Seen["state"],
) {
  const keys = new Set(seen.map(keyOfFinding));
  const added = found
    .map(({ kind, written, right }) => ({ kind, written: short(written), right: right && short(right), state }))
    .filter((one) => !keys.has(keyOfFinding(one)));
  return added.length === 0 ? seen : [...seen, ...added].slice(0, longest.findings);
}

const short = (value: string): string => value.slice(0, longest.value);

/** Sets what became of a finding. */
export function setState(
  seen: readonly Seen[],
  finding: Pick<Finding, "kind" | "written">,
  state: Seen["state"],
): Seen[] {
  const key = keyOfFinding(finding);
  return seen.map((one) => (keyOfFinding(one) === key ? { ...one, state } : one));
}

/** What became of everything that was seen, as the reply goes with these findings still in it. */
export function outcomesOf(seen: readonly Seen[], left: readonly Finding[]): ShownFinding[] {
  const still = new Set(left.map(keyOfFinding));
  return seen.map(({ state, ...finding }) => {
    const isThere = state === "refused" || still.has(keyOfFinding(finding));
    const outcome =
      state === "taken" ? "taken" : !isThere ? "rewritten" : state === "dismissed" ? "dismissed" : "sent_anyway";
    return { ...finding, outcome };
  });
}
