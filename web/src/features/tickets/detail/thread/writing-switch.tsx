import { Forward, NotebookPen, Reply } from "lucide-react";
import { cx } from "../../../../ui/cx.ts";

/** What is written below a thread: a reply, a note to colleagues, or a text above a forwarded message. */
export type Writing = "reply" | "note" | "forward";

const kinds = [
  { writing: "reply", label: "Reply", Icon: Reply },
  { writing: "note", label: "Internal note", Icon: NotebookPen },
  // Started from a message or by its key.
  { writing: "forward", label: "Forward", Icon: Forward },
] as const;

interface WritingSwitchProps {
  writing: Writing;
  /** Whether notes may be written. */
  canNote: boolean;
  onWriting: (writing: Writing) => void;
}

/**
 * Switches between a reply, a note and a forward already begun. Each keeps its own text, so that none is sent as
 * another.
 */
export function WritingSwitch({ writing, canNote, onWriting }: WritingSwitchProps) {
  const offered = kinds.filter(({ writing: each }) =>
    each === "forward" ? writing === each : each === "reply" || canNote,
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons, not the fields of a form.
    <div role="group" aria-label="Write" className="flex rounded-control border border-line bg-canvas p-0.5 lowest:p-0">
      {offered.map(({ writing: each, label, Icon }) => (
        <button
          key={each}
          type="button"
          aria-pressed={writing === each}
          onClick={() => onWriting(each)}
          className={cx(
            "flex h-6 items-center gap-1.5 rounded-tag px-2 text-xs transition-colors duration-120",
            writing !== each && "text-soft hover:text-ink",
            writing === each && (each === "note" ? "bg-amber/18 text-amber" : "bg-hover text-ink"),
          )}
        >
          <Icon size={12} aria-hidden />
          {label}
        </button>
      ))}
    </div>
  );
}
