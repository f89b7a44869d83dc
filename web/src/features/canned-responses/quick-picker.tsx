import { type KeyboardEvent, useId, useState } from "react";
import { failureText } from "../../lib/failure.ts";
import { Badge } from "../../ui/badge.tsx";
import { controlClass } from "../../ui/control-class.ts";
import { cx } from "../../ui/cx.ts";
import { findResponses } from "./find-responses.ts";
import { useCannedResponses } from "./use-canned-responses.ts";
import { useChosenResponse } from "./use-chosen-response.ts";

interface QuickPickerProps {
  ticketId: string;
  onUse: (content: string) => void;
  /** Writes a slash after all. */
  onSlash: () => void;
  onClose: () => void;
}

const shown = 7;

/** Picks a canned response from the keyboard: type to find, arrows, Enter; Escape or a second slash go back to the text. */
export function QuickPicker({ ticketId, onUse, onSlash, onClose }: QuickPickerProps) {
  const { responses, error, isPending } = useCannedResponses();
  const [search, setSearch] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const found = findResponses(responses, search).slice(0, shown);
  const active = found[Math.min(at, found.length - 1)];
  const chosen = useChosenResponse(ticketId, (content) => {
    onUse(content);
    onClose();
  });

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setAt((Math.min(at, found.length - 1) + step + found.length) % Math.max(found.length, 1));
    else if (event.key === "Enter" && active !== undefined) chosen.choose(active);
    else if (event.key === "/" && search === "") {
      onSlash();
      onClose();
    } else if (event.key === "Escape" || (event.key === "Backspace" && search === "")) onClose();
    else if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
  }

  const failure = chosen.error ?? error;
  return (
    <div className="rounded-panel border border-line bg-raised p-1.5 shadow-float">
      <input
        // biome-ignore lint/a11y/noAutofocus: it was asked for by a key, and takes what is typed next.
        autoFocus
        role="combobox"
        aria-label="Canned response"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && `${id}-${active.id}`}
        placeholder="Search responses..."
        className={cx(controlClass, "h-8")}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
        onBlur={onClose}
      />
      {failure !== null && (
        <p role="alert" className="px-2 pt-2 text-red text-sm">
          {failureText(failure)}
        </p>
      )}
      {found.length === 0 && failure === null && (
        <p className="px-2 pt-2 pb-1 text-sm text-soft">{isPending ? "Loading..." : "No responses found"}</p>
      )}
      <div role="listbox" id={`${id}-list`} aria-label="Responses" className="mt-1 empty:hidden">
        {found.map((response) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys; this is for the mouse.
          <div
            key={response.id}
            role="option"
            tabIndex={-1}
            id={`${id}-${response.id}`}
            aria-selected={response === active}
            className={cx(
              "flex cursor-pointer items-center gap-2 rounded-control px-2 py-1.5",
              response === active && "bg-hover",
            )}
            // The field must keep the focus: losing it closes.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => chosen.choose(response)}
          >
            <span dir="auto" className="shrink-0 truncate font-medium max-sm:shrink">
              {response.title}
            </span>
            <span dir="auto" className="min-w-0 flex-1 truncate text-sm text-soft max-sm:hidden">
              {response.content}
            </span>
            <Badge>{response.category}</Badge>
          </div>
        ))}
      </div>
    </div>
  );
}
