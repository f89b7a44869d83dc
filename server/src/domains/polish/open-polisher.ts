import type { PolishResult } from "@deskhand/contract/polish";
import { ModelFault } from "../../platform/language-model/ask-language-model.ts";
import { SeparateWorker, WorkerFault } from "../../platform/separate-worker.ts";
import type { Services } from "../../platform/services.ts";
import { countChanges } from "./count-changes.ts";
import type { TextToPolish } from "./local/check-text.ts";
import type { PolishedText } from "./local/polish-text.ts";
import { polishByModel } from "./polish-by-model.ts";

/** A draft that somebody wants polished. */
type Draft = { userId: string; text: string; names: readonly string[] };

/** Polishes drafts, one at a time for each person. */
export type Polisher = {
  /** Never rejects: a failure is in the result, with the text as it was (docs/product.md#polish). */
  polish(draft: Draft): Promise<PolishResult>;
  close(): Promise<void>;
};

/** What polishes: the configured language model, or else the local checker, whose process starts with the first draft. */
export function openPolisher({ settings, log }: Pick<Services, "settings" | "log">): Polisher {
  const { polishModel } = settings;
  const checker = new SeparateWorker<TextToPolish, PolishedText>({
    file: new URL("./local/check-text.ts", import.meta.url),
    name: "checkText",
    runtime: "child_process",
    limitMs: 10_000,
    idleMs: 120_000,
    mostWaiting: 20,
    warmUp: { input: { text: "", names: [] }, limitMs: 30_000 },
  });
  const running = new Map<string, { text: string; result: Promise<PolishResult> }>();
  const work = async ({ text, names }: Draft): Promise<PolishedText> => {
    if (polishModel === null) return checker.run({ text, names });
    const polished = await polishByModel(polishModel, text, names);
    return { text: polished, corrections: countChanges(text, polished), isEnglish: true };
  };
  return {
    async polish(draft) {
      const current = running.get(draft.userId);
      // A double click, or a request repeated by the network, gets the result of the first.
      if (current) return current.text === draft.text ? current.result : failed(draft.text, alreadyRunning);
      const result = resultOf(draft.text, work(draft), log);
      running.set(draft.userId, { text: draft.text, result });
      try {
        return await result;
      } finally {
        running.delete(draft.userId);
      }
    },
    close: () => checker.close(),
  };
}

const alreadyRunning = "Another message of yours is being polished. Please try again when it is done";

async function resultOf(original: string, work: Promise<PolishedText>, log: Services["log"]): Promise<PolishResult> {
  try {
    const { text, corrections, isEnglish } = await work;
    return { success: true, polishedMessage: text, corrections, error: null, isEnglish };
  } catch (error) {
    // Whatever it was, the writer gets the text back and learns why.
    return failed(original, faultText(error, log));
  }
}

function failed(text: string, error: string): PolishResult {
  return { success: false, polishedMessage: text, corrections: 0, error, isEnglish: true };
}

const slow = "Polishing took too long. Your message is unchanged, please try again";

/** The sentence that says to a writer why a message could not be polished; what nobody expects is logged. */
function faultText(error: unknown, log: Services["log"]): string {
  if (error instanceof WorkerFault) {
    log.warn({ err: error }, "the local checker could not polish a message");
    if (error.kind === "busy") return "Many messages are being polished right now. Please try again in a moment";
    return error.kind === "slow" ? slow : "Failed to polish message";
  }
  if (error instanceof ModelFault) {
    log.warn({ err: error }, "the language model could not polish a message");
    if (error.kind === "refused") return `Polish message request failed: ${error.status} - ${error.body}`;
    return error.kind === "slow" ? slow : "Failed to polish message";
  }
  log.error({ err: error }, "polishing failed");
  return "An unexpected error occurred";
}
