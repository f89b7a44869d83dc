import type { ChangeOutcome, ItemOfChange } from "@deskhand/contract/desk/change-many";
import { limits } from "@deskhand/contract/limits";
import { api } from "../../../lib/api.ts";
import { failureText, isPassing } from "../../../lib/failure.ts";
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
}

const WAITS_MS = [1_000, 2_000, 5_000];

const run = sharedValue<Run | null>(null);
/** The change that is under way, or the last one while it is told of. */
export const useRun = run.use;

/** Forgets the last change, and how to take it back; one that is under way goes on. */
export function dismissRun(): void {
  if (!isUnderWay(run.get())) run.set(null);
}

/** Whether a change is under way. */
export function isUnderWay(of: Run | null): boolean {
  return of?.state === "running" || of?.state === "waiting";
}

/** Begins a change of these tickets, unless one is under way. */
export function startRun(items: readonly ItemOfChange[], isUndo = false): void {
  if (isUnderWay(run.get()) || items.length === 0) return;
  run.set({ key: newKey(), isUndo, items, results: [], state: "running", failure: null });
  void goOn();
}

/** Takes the last change back, as far as it was made. */
export function undoRun(): void {
  const last = run.get();
  if (last !== null && !isUnderWay(last)) startRun(undoOf(last), true);
}

/** What takes a change back. */
export function undoOf({ results }: Pick<Run, "results">): ItemOfChange[] {
  return results.flatMap(({ id, undo }) => (undo === null ? [] : { id, ...undo }));
}

/** Stops after the part that is under way; what was changed stays so. */
export function stopRun(): void {
  const now = run.get();
  if (now !== null && isUnderWay(now)) run.set({ ...now, state: "stopped", failure: null });
}

/** Goes on with what has not been changed yet. */
export function resumeRun(): void {
  const now = run.get();
  if (now === null || now.state !== "stopped") return;
  run.set({ ...now, state: "running", failure: null });
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
      const part = now.items.slice(now.results.length, now.results.length + limits.ticketsInChange);
      if (part.length === 0) return end(now);
      try {
        const { results } = await api.tickets.changeMany.call({ idempotencyKey: now.key, items: part });
        failures = 0;
        keep(now.key, results.map(named));
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        if (!isPassing(error)) return stopWith(failureText(error));
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
  run.set({ ...now, results: [...now.results, ...results], state });
}

function end(now: Run): void {
  run.set({ ...now, state: "done" });
  announce(resultText(now));
}

function stopWith(failure: string): void {
  const now = run.get();
  if (now !== null) run.set({ ...now, state: "stopped", failure });
  announce(failure);
}

function wait(): void {
  const now = run.get();
  if (now?.state === "running") run.set({ ...now, state: "waiting" });
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
