import type { PolishedText } from "./polish-text.ts";

/** A text for the checking process; `names` are what it must leave as it is, besides what looks like a code. */
export type TextToPolish = { text: string; names: readonly string[] };

/** What the process says: that it has loaded everything, and what became of each text. */
export type CheckerMessage =
  | { kind: "ready" }
  | { kind: "polished"; polished: PolishedText }
  | { kind: "failed"; message: string };
