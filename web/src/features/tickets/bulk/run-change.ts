import type { ChangeOutcome, ItemOfChange } from "@deskhand/contract/desk/change-many";
import { limits } from "@deskhand/contract/limits";
import type { MacroOfReply } from "@deskhand/contract/messages";
import { api } from "../../../lib/api.ts";
import { LEFT } from "../../../lib/auth/sign-out.ts";
import { failureText, mayComeAgain } from "../../../lib/failure.ts";
import { newKey } from "../../../lib/new-key.ts";
import { noteOwnChange } from "../../../lib/own-change.ts";
import { announce } from "../../../ui/announcer.tsx";
import { sharedValue } from "../../../ui/shared-value.ts";
import { numberOf } from "./chosen-tickets.ts";
import { resultText } from "./result-words.ts";

/** What became of a ticket; of a macro with what was left out. */
type Result = ChangeOutcome & { leftOut?: string | null | undefined };

/** A change of many tickets, sent part by part. */
export interface Run {
  /** The idempotency key of the current part; a retried part keeps it. */
  key: string;
  isUndo: boolean;
  items: readonly ItemOfChange[];
  /** What it does instead of the items' changes; null for those. */
  macro: MacroOfReply | null;
  results: readonly Result[];
  /** `waiting`: the server is unreachable and retried automatically. `stopped`: by hand, or because of `failure`. */
  state: "running" | "waiting" | "stopped" | "done";
  failure: string | null;
  /** Whether a part was sent without a response, so that its outcome is unknown. */
  isUnsure: boolean;
  /** Whether to undo as soon as that outcome is known. */
  isUndoNext: boolean;
}

const WAITS_MS = [1_000, 2_000, 5_000];

const run = sharedValue<Run | null>(null);
/** Returns the current change, or the last one while its outcome is shown. */
export const useRun = run.use;
/** The user and store that the change belongs to. */
let owner: string | null = null;

function setKept(next: Run | null): void {
  run.set(next);
  if (owner !== null) keepRun(owner, next);
}

/** Restores the owner's last change from this tab's storage, unless this page already has it. */
export function takeUpRun(of: string): void {
  if (owner === of) return;
  owner = of;
  run.set(readRun(of));
}

/** Forgets the last change and its undo; a running one continues. */
export function dismissRun(): void {
  if (!isUnderWay(run.get())) setKept(null);
}

addEventListener(LEFT, () => {
  owner = null;
  run.set(null);
});

/** Whether a change is in progress. */
export function isUnderWay(of: Run | null): boolean {
  return of?.state === "running" || of?.state === "waiting";
}

/** Starts a change of these tickets, or a macro on them, unless one is in progress. */
export function startRun(items: readonly ItemOfChange[], macro: MacroOfReply | null = null): void {
  start(newRun(items, { macro }));
}

function start(next: Run): void {
  if (isUnderWay(run.get()) || next.items.length === 0) return;
  setKept(next);
  void goOn();
}

function newRun(items: readonly ItemOfChange[], { isUndo = false, macro = null }: Partial<Run>): Run {
  const initial = { results: [], failure: null, isUnsure: false, isUndoNext: false };
  return { ...initial, key: newKey(), isUndo, items, macro, state: "running" };
}

/** Has the server change a part of the tickets. */
async function changePart({ key, macro }: Run, part: readonly ItemOfChange[]): Promise<readonly Result[]> {
  const idempotencyKey = key;
  if (macro === null) return (await api.tickets.changeMany.call({ idempotencyKey, items: [...part] })).results;
  const ticketIds = part.map(({ id }) => id);
  return (await api.cannedResponses.run.call({ ...macro, idempotencyKey, ticketIds })).results;
}

/** Reverts the applied part of the last change. */
export function undoRun(): void {
  const last = run.get();
  if (last === null || isUnderWay(last)) return;
  if (last.isUnsure) settleFirst(last);
  else start(newRun(undoOf(last), { isUndo: true }));
}

/** Repeats the uncertain part: its response contains its undo, whether it was applied before or only now. */
function settleFirst(last: Run): void {
  setKept({ ...last, state: "running", failure: null, isUndoNext: true });
  void goOn();
}

/** Returns the items that revert a change. */
export function undoOf({ results }: Pick<Run, "results">): ItemOfChange[] {
  return results.flatMap(({ id, undo }) => (undo === null ? [] : { id, ...undo }));
}

/** Stops after the current part; applied changes stay. */
export function stopRun(): void {
  const now = run.get();
  if (now === null || !isUnderWay(now)) return;
  setKept({ ...now, state: "stopped", failure: null, isUnsure: true, isUndoNext: false });
}

/** Continues with the tickets not changed yet. */
export function resumeRun(): void {
  const now = run.get();
  if (now === null || now.state !== "stopped") return;
  setKept({ ...now, state: "running", failure: null });
  void goOn();
}

let isGoing = false;

/** Sends part after part while a change is in progress. */
async function goOn(): Promise<void> {
  // A change stopped a moment ago still awaits its response and then continues with the remaining items.
  if (isGoing) return;
  isGoing = true;
  addEventListener("beforeunload", askToStay);
  try {
    let failures = 0;
    for (let now = run.get(); now !== null && isUnderWay(now); now = run.get()) {
      if (now.isUndoNext && !now.isUnsure) {
        turnBack(now);
        continue;
      }
      const part = now.items.slice(now.results.length, now.results.length + limits.ticketsInChange);
      if (part.length === 0) return end(now);
      try {
        const results = await changePart(now, part);
        failures = 0;
        keep(now.key, results.map(named));
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        if (!mayComeAgain(error)) return stopWith(failureText(error));
        wait();
        await pause(WAITS_MS[Math.min(failures++, WAITS_MS.length - 1)] ?? 0);
      }
    }
  } finally {
    isGoing = false;
    removeEventListener("beforeunload", askToStay);
  }
}

/** A deleted ticket has no number any more, but the list knew it. */
function named(result: Result): Result {
  return { ...result, ticketNumber: result.ticketNumber ?? numberOf(result.id) };
}

/** Keeps a part's results even if the change was stopped meanwhile. */
function keep(key: string, results: readonly Result[]): void {
  const now = run.get();
  if (now?.key !== key) return;
  noteOwnChange();
  const isAll = now.results.length + results.length >= now.items.length;
  const state = now.state === "stopped" && !isAll ? "stopped" : "running";
  setKept({ ...now, results: [...now.results, ...results], state, isUnsure: false });
}

/** Continues with the undo now that all results are known. */
function turnBack(now: Run): void {
  const items = undoOf(now);
  const isAll = now.results.length === now.items.length;
  if (items.length > 0) setKept(newRun(items, { isUndo: true }));
  else setKept({ ...now, state: isAll ? "done" : "stopped", isUndoNext: false });
}

function end(now: Run): void {
  setKept({ ...now, state: "done" });
  announce(resultText(now));
}

function stopWith(failure: string): void {
  const now = run.get();
  if (now !== null) setKept({ ...now, state: "stopped", failure, isUndoNext: false });
  announce(failure);
}

function wait(): void {
  const now = run.get();
  if (now?.state === "running") run.set({ ...now, state: "waiting", isUnsure: true });
}

/** Waits, at most until the network is back. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      removeEventListener("online", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    addEventListener("online", finish);
  });
}

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

const PREFIX = "deskhand-change:";
/** After a day an interrupted change is no longer relevant. */
const KEPT_MS = 24 * 3_600_000;

/** Stores the owner's change in this tab, across reloads and crashes; null deletes it. */
function keepRun(owner: string, run: Run | null): void {
  try {
    // When the new one does not fit, the old one must not be taken for it.
    if (run === null || run.results.length === 0) sessionStorage.removeItem(PREFIX + owner);
    if (run !== null) sessionStorage.setItem(PREFIX + owner, JSON.stringify({ ...run, keptAt: Date.now() }));
  } catch {
    // Full or disabled. An older stored state is harmless: repeated parts are applied once.
  }
}

/** Reads the owner's change stored in this tab, stopped where it was interrupted. */
export function readRun(owner: string): Run | null {
  const stored = parse(PREFIX + owner);
  if (!isObject(stored) || !isRecent(stored.keptAt)) return null;
  const { key, isUndo, items, results, state, failure, isUnsure, macro = null } = stored;
  if (typeof key !== "string" || typeof isUndo !== "boolean" || typeof isUnsure !== "boolean") return null;
  if (!isListOf(items, isItem) || !isListOf(results, isOutcome) || items.length === 0) return null;
  if (macro !== null && !isMacro(macro)) return null;
  if (!results.every(({ id }, at) => id === items[at]?.id)) return null;
  const isDone = results.length === items.length;
  return {
    key,
    isUndo,
    items,
    macro,
    results,
    isUndoNext: false,
    state: isDone ? "done" : "stopped",
    failure: typeof failure === "string" ? failure : null,
    // Interrupted while running, it had sent a part whose outcome is unknown.
    isUnsure: !isDone && (isUnsure || state !== "stopped"),
  };
}

function parse(at: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(at) ?? "null");
  } catch {
    // Storage is disabled or holds foreign data.
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const isRecent = (at: unknown) => typeof at === "number" && Math.abs(Date.now() - at) < KEPT_MS;

function isListOf<Item>(value: unknown, isOne: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(isOne);
}

/** Checks only what the screen relies on; the server validates the rest. */
function isItem(value: unknown): value is ItemOfChange {
  return isObject(value) && typeof value.id === "string" && isObject(value.change);
}

function isMacro(value: unknown): value is MacroOfReply {
  return isObject(value) && typeof value.id === "string" && Array.isArray(value.actions);
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
