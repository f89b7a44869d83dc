import type { AttachedResource } from "../../../../entities/ticket/reply-draft.ts";
import { draftKey, useDraft } from "../../../../lib/drafts.ts";
import { useSession } from "../../../../lib/session.ts";
import type { useAttachedResources } from "./attached-resources.tsx";

/** Keeps the reply texts that tools replaced, in this browser until the reply is sent. */
export function useReplaced(
  ticketId: string,
  text: string,
  resources: Pick<ReturnType<typeof useAttachedResources>, "add" | "remove">,
  put: (text: string) => void,
) {
  const userId = useSession().user?.id ?? "";
  const [stored, store, sync] = useDraft(draftKey(userId, "reply-replaced", ticketId));
  const all = readReplaced(stored);
  const next = nextReplaced(all, text);

  function exchange({ detach, attach }: Pick<Replaced, "detach" | "attach">) {
    if (detach) resources.remove(detach.id);
    if (attach) resources.add(attach);
  }

  return {
    /** The text that can be restored, and how; null for none. */
    latest: next && {
      about: next.about,
      undo() {
        store(keepReplaced(takeBack(all, next, text)));
        exchange(next);
        put(next.before);
      },
    },
    add: (replaced: Replaced) => store(keepReplaced(addReplaced(all, replaced))),
    /** After the browser's own undo or redo, attaches and detaches the resources that belong to the resulting text. */
    follow(inputType: string, text: string) {
      const [latest] = all;
      if (inputType === "historyUndo" && latest?.before === text) exchange(latest);
      if (inputType === "historyRedo" && latest?.after === text)
        exchange({ attach: latest.detach, detach: latest.attach });
    },
    clear: () => store(""),
    /** Adopts the stored texts, unless they were changed here. */
    sync,
  };
}

/** A text that a tool replaced, and the label shown for it. */
export interface Replaced {
  before: string;
  after: string;
  about: string;
  /** The resource attached by the replacement, to detach on restore. */
  detach?: AttachedResource | undefined;
  /** The resource that belonged to this text, to attach on restore. */
  attach?: AttachedResource | undefined;
}

/** Each may be as long as a reply, so older ones are dropped. */
const most = 3;

/** Adds a replaced text in front and drops the oldest. Blank texts are not kept. */
export function addReplaced(earlier: readonly Replaced[], replaced: Replaced): Replaced[] {
  if (replaced.before.trim() === "" || replaced.before === replaced.after) return [...earlier];
  return [replaced, ...earlier].slice(0, most);
}

/** Returns the next text to restore, skipping the one already in the field. */
export function nextReplaced(all: readonly Replaced[], text: string): Replaced | undefined {
  return all.find(({ before }) => before !== text);
}

const isBack = "Your earlier text is back.";

/** Returns what remains after a restore. The text it replaced becomes restorable, unless a tool had written it. */
export function takeBack(all: readonly Replaced[], taken: Replaced, text: string): Replaced[] {
  const rest = all.slice(all.indexOf(taken) + 1);
  if (text === taken.after && taken.about !== isBack) return rest;
  const { detach, attach } = taken;
  return addReplaced(rest, { before: text, after: taken.before, about: isBack, detach: attach, attach: detach });
}

/** Reads what `keepReplaced` stored and ignores anything else. */
export function readReplaced(kept: string): Replaced[] {
  try {
    const found: unknown = JSON.parse(kept || "[]");
    return Array.isArray(found) ? found.filter(isReplaced) : [];
  } catch {
    // Foreign or truncated data: a reply can be written without it.
    return [];
  }
}

/** Serializes the replaced texts for storage beside the draft; "" for none. */
export function keepReplaced(all: readonly Replaced[]): string {
  return all.length === 0 ? "" : JSON.stringify(all);
}

function isReplaced(value: unknown): value is Replaced {
  if (typeof value !== "object" || value === null) return false;
  const { before, after, about } = value as Partial<Record<keyof Replaced, unknown>>;
  return [before, after, about].every((text) => typeof text === "string");
}
