import { BookOpen, X } from "lucide-react";
import { useId } from "react";
import type { AttachedResource } from "../../../../entities/ticket/reply-draft.ts";
import { announce } from "../../../../ui/announcer.tsx";
import { cx } from "../../../../ui/cx.ts";
import { ChipRow } from "../../../../ui/form/chip-row.tsx";
import { isRepeatedClick } from "../../../../ui/form/is-repeated-click.ts";

interface AttachedResourcesProps {
  resources: readonly AttachedResource[];
  /** Ids of those that cannot be sent any more. */
  missing: readonly string[];
  onRemove: (id: string) => void;
  isSending: boolean;
}

/** The resources that go with the reply; removing one leaves the text as it is. */
export function AttachedResources({ resources, missing, onRemove, isSending }: AttachedResourcesProps) {
  const id = useId();
  if (resources.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <ChipRow
        labelledBy={id}
        head={
          <>
            <h3 id={id} className="font-semibold text-soft">{`Attached Resources (${resources.length})`}</h3>
            <p className="text-faint">Resources have been added to your message below</p>
          </>
        }
      >
        {resources.map((resource) => (
          <Chip
            key={resource.id}
            resource={resource}
            isMissing={missing.includes(resource.id)}
            disabled={isSending}
            onRemove={() => {
              onRemove(resource.id);
              announce(`${resource.title} removed`);
            }}
          />
        ))}
      </ChipRow>
    </section>
  );
}

function Chip(props: { resource: AttachedResource; isMissing: boolean; disabled: boolean; onRemove: () => void }) {
  const { isMissing, disabled, onRemove } = props;
  const { title, fileType } = props.resource;
  return (
    <li
      className={cx(
        "flex min-w-0 max-w-full items-center gap-1.5 rounded-control border bg-raised py-0.5 pr-0.5 pl-2 text-sm",
        isMissing ? "border-red/60" : "border-line",
      )}
    >
      <BookOpen size={13} aria-hidden className="shrink-0 text-soft" />
      <bdi className="min-w-0 max-w-64 truncate" title={title}>
        {title}
      </bdi>
      <span className="shrink-0 text-soft text-xs">{fileType.toUpperCase()}</span>
      {isMissing && <span className="shrink-0 text-red text-xs">No longer available</span>}
      <button
        type="button"
        aria-label={`Remove ${title}`}
        title="Remove"
        disabled={disabled}
        onClick={(event) => isRepeatedClick(event) || onRemove()}
        className="grid size-6 shrink-0 place-items-center rounded-control text-soft transition-colors duration-120 enabled:hover:bg-hover enabled:hover:text-ink disabled:opacity-55"
      >
        <X size={13} aria-hidden />
      </button>
    </li>
  );
}
