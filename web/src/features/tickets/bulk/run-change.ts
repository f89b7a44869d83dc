import type { ChangeOutcome, ItemOfChange } from "@deskhand/contract/desk/change-many";
import { limits } from "@deskhand/contract/limits";
import { api } from "../../../lib/api.ts";
import { LEFT } from "../../../lib/auth/sign-out.ts";
import { failureText, mayComeAgain } from "../../../lib/failure.ts";
import { newKey } from "../../../lib/new-key.ts";
import { noteOwnChange } from "../../../lib/own-change.ts";
import { announce } from "../../../ui/announcer.tsx";
import { sharedValue } from "../../../ui/shared-value.ts";
import { numberOf } from "./chosen-tickets.ts";
import { resultText } from "./result-words.ts";

/** A change of many tickets from its first part to its end. */
export interface Run {
  /** Parts that come again have the same. */
  key: string;
  isUndo: boolean;
  items: readonly ItemOfChange[];
  results: readonly ChangeOutcome[];
  /** `waiting`: the server is not reached, and is tried again by itself. `stopped`: by hand, or as `failure` says. */
  state: "running" | "waiting" | "stopped" | "done";
  failure: string | null;
  /** Whether a part was sent whose answer has not come: it may be done or not. */
  isUnsure: boolean;
  /** Whether it is taken back as soon as that is known. */
  isUndoNext: boolean;
}

const WAITS_MS = [1_000, 2_000, 5_000];

const run = sharedValue<Run | null>(null);
/** The change that is under way, or the last one while it is told of. */
export const useRun = run.use;
/** Whose they are: a person of a store. */
let owner: string | null = null;

function setKept(next: Run | null): void {
  run.set(next);
  if (owner !== null) keepRun(owner, next);
}

/** Takes up what this tab kept of the last change of its owner, where this page does not have it anyway. */
export function takeUpRun(of: string): void {
  if (owner === of) return;
  owner = of;
  run.set(readRun(of));
}

/** Forgets the last change, and how to take it back; one that is under way goes on. */
export function dismissRun(): void {
  if (!isUnderWay(run.get())) setKept(null);
}

addEventListener(LEFT, () => {
  owner = null;
  run.set(null);
});

/** Whether a change is under way. */
export function isUnderWay(of: Run | null): boolean {
  return of?.state === "running" || of?.state === "waiting";
}

/** Begins a change of these tickets, unless one is under way. */
export function startRun(items: readonly ItemOfChange[], isUndo = false): void {
  if (isUnderWay(run.get()) || items.length === 0) return;
  setKept(newRun(items, isUndo));
  void goOn();
}

function newRun(items: readonly ItemOfChange[], isUndo: boolean): Run {
  const begun = { results: [], failure: null, isUnsure: false, isUndoNext: false };
  return { ...begun, key: newKey(), isUndo, items, state: "running" };
}

/** Takes the last change back, as far as it was made. */
export function undoRun(): void {
  const last = run.get();
  if (last === null || isUnderWay(last)) return;
  if (last.isUnsure) settleFirst(last);
  else startRun(undoOf(last), true);
}

/** The part that comes again answers with what takes it back, whether it was done before or only now. */
function settleFirst(last: Run): void {
  setKept({ ...last, state: "running", failure: null, isUndoNext: true });
  void goOn();
}

/** What takes a change back. */
export function undoOf({ results }: Pick<Run, "results">): ItemOfChange[] {
  return results.flatMap(({ id, undo }) => (undo === null ? [] : { id, ...undo }));
}

/** Stops after the part that is under way; what was changed stays so. */
export function stopRun(): void {
  const now = run.get();
  if (now === null || !isUnderWay(now)) return;
  setKept({ ...now, state: "stopped", failure: null, isUnsure: true, isUndoNext: false });
}

/** Goes on with what has not been changed yet. */
export function resumeRun(): void {
  const now = run.get();
  if (now === null || now.state !== "stopped") return;
  setKept({ ...now, state: "running", failure: null });
  void goOn();
}

let isGoing = false;

/** Sends part after part for as long as a change is under way. */
async function goOn(): Promise<void> {
  // One that was stopped a moment ago still waits for its answer, and then goes on with what there is.
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
        const { results } = await api.tickets.changeMany.call({ idempotencyKey: now.key, items: part });
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

/** One that is gone has no number any more, but the list had it. */
function named(result: ChangeOutcome): ChangeOutcome {
  return { ...result, ticketNumber: result.ticketNumber ?? numberOf(result.id) };
}

/** What a part did is kept also where it was stopped meanwhile. */
function keep(key: string, results: readonly ChangeOutcome[]): void {
  const now = run.get();
  if (now?.key !== key) return;
  noteOwnChange();
  const isAll = now.results.length + results.length >= now.items.length;
  const state = now.state === "stopped" && !isAll ? "stopped" : "running";
  setKept({ ...now, results: [...now.results, ...results], state, isUnsure: false });
}

/** Goes on with taking back what was done, now that all of that is known. */
function turnBack(now: Run): void {
  const items = undoOf(now);
  const isAll = now.results.length === now.items.length;
  if (items.length > 0) setKept(newRun(items, true));
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

/** Waits, but no longer than until the network is back. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
  });
}

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

const PREFIX = "deskhand-change:";
/** What was begun the day before is no longer what somebody is at. */
const KEPT_MS = 24 * 3_600_000;

/** Keeps a change for its owner in this tab, over reload and crash; null forgets it. */
function keepRun(owner: string, run: Run | null): void {
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
