import { BookOpen, X } from "lucide-react";
import { useId, useRef } from "react";
import type { AttachedResource } from "../../../../entities/ticket/reply-draft.ts";
import { draftKey, useDraft } from "../../../../lib/drafts.ts";
import { useSession } from "../../../../lib/session.ts";
import { announce } from "../../../../ui/announcer.tsx";
import { isRepeatedClick } from "../../../../ui/button.tsx";
import { cx } from "../../../../ui/cx.ts";
import { ChipRow } from "../../../../ui/form/chip-row.tsx";
import { keepResources, readKeptResources } from "./reply-resources.ts";
import type { ReplyInHand } from "./use-composer.ts";

/** Lists the resources attached to the reply. Removing one leaves the text as it is. */
export function AttachedResources({ composer: { draft, missing, removeResource } }: { composer: ReplyInHand }) {
  const headingId = useId();
  if (draft.resources.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <ChipRow
        labelledBy={headingId}
        head={
          <>
            <h3 id={headingId} className="font-semibold text-soft">
              {`Attached Resources (${draft.resources.length})`}
            </h3>
            <p className="text-faint">Resources have been added to your message below</p>
          </>
        }
      >
        {draft.resources.map(({ id, title, fileType }) => (
          <li
            key={id}
            className={cx(
              "flex min-w-0 max-w-full items-center gap-1.5 rounded-control border bg-raised py-0.5 pr-0.5 pl-2 text-sm",
              missing.includes(id) ? "border-red/60" : "border-line",
            )}
          >
            <BookOpen size={13} aria-hidden className="shrink-0 text-soft" />
            <bdi className="min-w-0 max-w-64 truncate" title={title}>
              {title}
            </bdi>
            <span className="shrink-0 text-soft text-xs">{fileType.toUpperCase()}</span>
            {missing.includes(id) && <span className="shrink-0 text-red text-xs">No longer available</span>}
            <button
              type="button"
              aria-label={`Remove ${title}`}
              title="Remove"
              disabled={draft.isSending}
              onClick={(event) => {
                if (isRepeatedClick(event)) return;
                removeResource(id);
                announce(`${title} removed`);
              }}
              className="grid size-6 shrink-0 place-items-center rounded-control text-soft transition-colors duration-120 enabled:hover:bg-hover enabled:hover:text-ink disabled:opacity-55"
            >
              <X size={13} aria-hidden />
            </button>
          </li>
        ))}
      </ChipRow>
    </section>
  );
}

/** Keeps a reply's attached resources in this browser, beside its text, until the reply is sent. */
export function useAttachedResources(ticketId: string) {
  const userId = useSession().user?.id ?? "";
  const [stored, store, sync] = useDraft(draftKey(userId, "reply-resources", ticketId));
  const items = readKeptResources(stored);
  const latest = useRef(items);
  latest.current = items;

  function change(next: AttachedResource[]) {
    latest.current = next;
    store(keepResources(next));
  }

  return {
    items,
    add(resource: AttachedResource) {
      if (latest.current.some(({ id }) => id === resource.id)) return;
      change([...latest.current, resource]);
    },
    remove: (removed: string) => change(latest.current.filter(({ id }) => id !== removed)),
    clear: () => change([]),
    /** Adopts the stored resources, unless they were changed here. */
    sync,
  };
}
