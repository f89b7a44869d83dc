import type { ChangeOutcome, ItemOfChange } from "@deskhand/contract/desk/change-many";
import type { Run } from "./run-change.ts";

const PREFIX = "deskhand-change:";
/** What was begun the day before is no longer what somebody is at. */
const KEPT_MS = 24 * 3_600_000;

/** Keeps a change for its owner in this tab, over reload and crash; null forgets it. */
export function keepRun(owner: string, run: Run | null): void {
  try {
    // Where there is no room for the new one, the last one must not stand for it.
    if (run === null || run.results.length === 0) sessionStorage.removeItem(PREFIX + owner);
    if (run !== null) sessionStorage.setItem(PREFIX + owner, JSON.stringify({ ...run, keptAt: Date.now() }));
  } catch {
    // Full or switched off. What is kept of it from before does no harm: parts that come again are done once.
  }
}

/** The change that this tab kept for its owner, stopped where it was cut off. */
export function readRun(owner: string): Run | null {
  const kept = parse(PREFIX + owner);
  if (!isObject(kept) || !isRecent(kept.keptAt)) return null;
  const { key, isUndo, items, results, state, failure, isUnsure } = kept;
  if (typeof key !== "string" || typeof isUndo !== "boolean" || typeof isUnsure !== "boolean") return null;
  if (!isListOf(items, isItem) || !isListOf(results, isOutcome) || items.length === 0) return null;
  if (!results.every(({ id }, at) => id === items[at]?.id)) return null;
  const isDone = results.length === items.length;
  return {
    key,
    isUndo,
    items,
    results,
    isUndoNext: false,
    state: isDone ? "done" : "stopped",
    failure: typeof failure === "string" ? failure : null,
    // Cut off under way, it had sent a part and does not know what became of it.
    isUnsure: !isDone && (isUnsure || state !== "stopped"),
  };
}

function parse(at: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(at) ?? "null");
  } catch {
    // Storage is switched off, or holds nothing of our making.
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const isRecent = (at: unknown) => typeof at === "number" && Math.abs(Date.now() - at) < KEPT_MS;

function isListOf<Item>(value: unknown, isOne: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(isOne);
}

/** What a change gives a ticket, as far as the screen relies on it; the server looks at the rest. */
function isItem(value: unknown): value is ItemOfChange {
  return isObject(value) && typeof value.id === "string" && isObject(value.change);
}

function isOutcome(value: unknown): value is ChangeOutcome {
  if (!isObject(value) || typeof value.id !== "string") return false;
  const { ticketNumber, outcome, error, undo } = value;
  return (
    (ticketNumber === null || typeof ticketNumber === "number") &&
    (outcome === "changed" || outcome === "unchanged" || outcome === "refused") &&
    (outcome === "refused" ? isObject(error) && typeof error.message === "string" : error === null) &&
    (undo === null || (isObject(undo) && isObject(undo.change) && isObject(undo.expected)))
  );
}
