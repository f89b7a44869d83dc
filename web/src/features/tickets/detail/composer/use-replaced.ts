import type { AttachedResource } from "../../../../entities/ticket/reply-draft.ts";
import { draftKey, useDraft } from "../../../../lib/drafts.ts";
import { useSession } from "../../../../lib/session.ts";
import type { useAttachedResources } from "./attached-resources.tsx";

/** The texts of a ticket's reply that tools replaced, kept in this browser with the reply until it is sent. */
export function useReplaced(
  ticketId: string,
  text: string,
  resources: Pick<ReturnType<typeof useAttachedResources>, "add" | "remove">,
  put: (text: string) => void,
) {
  const userId = useSession().user?.id ?? "";
  const [kept, keep, sync] = useDraft(draftKey(userId, "reply-replaced", ticketId));
  const all = readReplaced(kept);
  const next = nextReplaced(all, text);

  function exchange({ detach, attach }: Pick<Replaced, "detach" | "attach">) {
    if (detach) resources.remove(detach.id);
    if (attach) resources.add(attach);
  }

  return {
    /** What can be had back, and how; null where there is nothing. */
    latest: next && {
      about: next.about,
      undo() {
        keep(keepReplaced(takeBack(all, next, text)));
        exchange(next);
        put(next.before);
      },
    },
    add: (replaced: Replaced) => keep(keepReplaced(addReplaced(all, replaced))),
    /** The browser's own Undo or Redo led to another text: what went with it comes and goes too. */
    follow(inputType: string, text: string) {
      const [latest] = all;
      if (inputType === "historyUndo" && latest?.before === text) exchange(latest);
      if (inputType === "historyRedo" && latest?.after === text)
        exchange({ attach: latest.detach, detach: latest.attach });
    },
    clear: () => keep(""),
    /** Takes over what the storage holds, unless something was changed here. */
    sync,
  };
}

/** A text that a tool put another in place of, and what is said of that. */
export interface Replaced {
  before: string;
  after: string;
  about: string;
  /** The resource that came with the other text, and goes with it. */
  detach?: AttachedResource | undefined;
  /** The one that went with this text, and comes back with it. */
  attach?: AttachedResource | undefined;
}

/** Each may be as long as a reply: what was replaced earlier is forgotten. */
const most = 3;

/** The texts that were replaced, the latest first, after another one was; of blank ones there is nothing to have back. */
export function addReplaced(earlier: readonly Replaced[], replaced: Replaced): Replaced[] {
  if (replaced.before.trim() === "" || replaced.before === replaced.after) return [...earlier];
  return [replaced, ...earlier].slice(0, most);
}

/** The one to have back next: a text that stands there again already is none. */
export function nextReplaced(all: readonly Replaced[], text: string): Replaced | undefined {
  return all.find(({ before }) => before !== text);
}

const isBack = "Your earlier text is back.";

/** What is left once a text was had back: what stood there can be had back in its turn, unless it was a tool's and nobody's. */
export function takeBack(all: readonly Replaced[], taken: Replaced, text: string): Replaced[] {
  const rest = all.slice(all.indexOf(taken) + 1);
  if (text === taken.after && taken.about !== isBack) return rest;
  const { detach, attach } = taken;
  return addReplaced(rest, { before: text, after: taken.before, about: isBack, detach: attach, attach: detach });
}

/** What `keepReplaced` kept; whatever else is found there is passed over. */
export function readReplaced(kept: string): Replaced[] {
  try {
    const found: unknown = JSON.parse(kept || "[]");
    return Array.isArray(found) ? found.filter(isReplaced) : [];
  } catch {
    // Not ours, or cut off: without it a reply can be written all the same.
    return [];
  }
}

/** The replaced texts as they are kept beside the draft; "" for none. */
export function keepReplaced(all: readonly Replaced[]): string {
  return all.length === 0 ? "" : JSON.stringify(all);
}

function isReplaced(value: unknown): value is Replaced {
  if (typeof value !== "object" || value === null) return false;
  const { before, after, about } = value as Partial<Record<keyof Replaced, unknown>>;
  return [before, after, about].every((text) => typeof text === "string");
}
