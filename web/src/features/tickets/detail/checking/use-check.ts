import { type Finding, keyOfFinding } from "@deskhand/contract/checking/finding";
import type { ShownFinding } from "@deskhand/contract/checking/shown-findings";
import type { Recipients } from "@deskhand/contract/recipients";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { AttachedResource } from "../../../../entities/ticket/reply-draft.ts";
import { api } from "../../../../lib/api.ts";
import { draftKey, useDraft } from "../../../../lib/drafts.ts";
import { typeInto } from "../../../../ui/form/type-into.ts";
import type * as checking from "./run-check.ts";
import { addSeen, keepSeen, outcomesOf, readSeen, type Seen, setState } from "./shown-record.ts";

interface Written {
  text: string;
  /** The files to be sent with it. */
  files: readonly { filename: string }[];
  resources: readonly AttachedResource[];
  recipients: Recipients;
}

/** After a pause in the typing the text is compared; a value at the caret may be half typed and waits longer. */
const pauses = { typing: 300, atCaret: 1_500 };

/** Runs when nothing else waits, so that no key is held up; at once where the browser cannot say. */
function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work, { timeout: 500 });
  else work();
}

/** Takes the steps of a work while nothing else waits; never where the browser cannot say. Returns what stops it. */
function takeIdly(steps: Iterator<void>): () => void {
  if (!("requestIdleCallback" in globalThis)) return () => undefined;
  const next = (deadline: IdleDeadline) => {
    while (deadline.timeRemaining() > 4) {
      if (steps.next().done) return;
    }
    waiting = requestIdleCallback(next);
  };
  let waiting = requestIdleCallback(next);
  return () => cancelIdleCallback(waiting);
}

/** What is compared, and what was found in it. */
interface Found {
  text: string;
  all: Finding[];
}

/**
 * Compares a reply with what is known of the ticket's orders while it is written (docs/product.md#the-check-before-sending). Its code
 * and its facts come once its field is entered, or has a text.
 */
export function useCheck(
  userId: string,
  ticketId: string,
  written: Written,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const isWritten = written.text.trim() !== "";
  const isWanted = useEntered(field) || isWritten;
  const { data: facts } = useQuery(api.checks.factsOf.queryOptions({ input: { ticketId }, enabled: isWanted }));
  const late = useLateCheck(isWanted);
  const check = late?.runCheck;
  useEffect(() => (late && facts ? takeIdly(late.warmUp(facts)) : undefined), [late, facts]);
  const [stored, store, sync] = useDraft(draftKey(userId, "reply-check", ticketId));
  const [found, setFound] = useState<Found>({ text: "", all: [] });
  const seen = readSeen(stored);

  // What runs later uses the newest of everything.
  const latest = useRef({ written, compare, keep, seen });
  latest.current = { written, compare, keep, seen };

  function compare(): Finding[] {
    const { text, files, resources, recipients } = latest.current.written;
    if (!check || !facts || text.trim() === "") return [];
    const names = [
      ...files.map(({ filename }) => filename),
      ...resources.map(({ fileName, title }) => fileName ?? title),
    ];
    const addressed = recipients.to.flatMap(({ name }) => name ?? []);
    return check(facts, text, { files: names, names: addressed, today: localDay(new Date()) });
  }

  function keep(next: Seen[]) {
    if (next !== latest.current.seen) store(keepSeen(next));
    latest.current.seen = next;
  }

  const goesWith = JSON.stringify([
    written.files.map(({ filename }) => filename),
    written.resources.map(({ id }) => id),
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what goes with the text is compared too
  useEffect(() => {
    const look = (withCaret: boolean) => () => {
      const { selectionStart } = field.current ?? {};
      const isTyping = !withCaret && document.activeElement === field.current;
      const all = latest.current.compare();
      const shown = isTyping
        ? all.filter(({ start, end }) => (selectionStart ?? -1) <= start || (selectionStart ?? -1) > end)
        : all;
      setFound({ text: latest.current.written.text, all: shown });
    };
    let isOver = false;
    const idly = (look: () => void) => () => whenIdle(() => isOver || look());
    const timers = [setTimeout(idly(look(false)), pauses.typing), setTimeout(idly(look(true)), pauses.atCaret)];
    return () => {
      isOver = true;
      for (const timer of timers) clearTimeout(timer);
    };
  }, [written.text, goesWith, facts, check]);

  const dismissed = new Set(seen.filter(({ state }) => state === "dismissed").map(keyOfFinding));
  // What was just changed away goes at once, before the text is compared again.
  const findings = found.all.filter(
    (finding) => written.text.includes(finding.written) && !dismissed.has(keyOfFinding(finding)),
  );

  const shownKeys = findings.map(keyOfFinding).join("\0");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the findings are told apart by their keys
  useEffect(() => {
    latest.current.keep(addSeen(latest.current.seen, findings, "shown"));
  }, [shownKeys]);

  return {
    /** What differs and was not dismissed, the most certain first. */
    findings,
    /** What differs in the text as it is now, without waiting. */
    now(): Finding[] {
      const all = compare();
      setFound({ text: written.text, all });
      keep(addSeen(latest.current.seen, all, "shown"));
      const gone = new Set(latest.current.seen.filter(({ state }) => state === "dismissed").map(keyOfFinding));
      return all.filter((finding) => !gone.has(keyOfFinding(finding)));
    },
    /** Puts the right value in the place of what is written, as if it were typed. */
    take(finding: Finding) {
      const { current } = field;
      const place = compare().find((one) => keyOfFinding(one) === keyOfFinding(finding));
      if (current === null || !place || place.right === null) return;
      if (typeInto(current, place.right, place.start, place.end)) {
        keep(setState(addSeen(latest.current.seen, [finding], "shown"), finding, "taken"));
      }
    },
    /** Says nothing more of this for this reply. */
    dismiss(finding: Finding) {
      keep(setState(addSeen(latest.current.seen, [finding], "shown"), finding, "dismissed"));
    },
    /** Notes what the server found and this screen had not. */
    noteRefused: (refused: readonly Pick<Finding, "kind" | "written" | "right">[]) =>
      keep(addSeen(latest.current.seen, refused, "refused")),
    /** What its writer was shown, and what became of it. */
    outcomes: (): ShownFinding[] => outcomesOf(latest.current.seen, compare()),
    /** Starts over for the next reply. */
    forget: () => store(""),
    sync,
  };
}

/** Whether a field has been entered. */
function useEntered(field: RefObject<HTMLTextAreaElement | null>): boolean {
  const [isEntered, setEntered] = useState(false);
  useEffect(() => {
    const { current } = field;
    const enter = () => setEntered(true);
    current?.addEventListener("focus", enter);
    return () => current?.removeEventListener("focus", enter);
  }, [field]);
  return isEntered;
}

/** The code that compares, which is no part of what the desk needs at once. */
function useLateCheck(isWanted: boolean): typeof checking | undefined {
  const [late, setLate] = useState<typeof checking>();
  useEffect(() => {
    if (!isWanted || late) return;
    let isOver = false;
    import("./run-check.ts").then(
      (loaded) => !isOver && setLate(loaded),
      // Without it the server still compares the reply when it is sent.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [isWanted, late]);
  return late;
}

/** The day of the writer's clock: "2026-11-30". */
function localDay(now: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
