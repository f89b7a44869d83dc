import { Zap } from "lucide-react";
import { useRef, useState } from "react";
import { FailureLine } from "../../screens/failure-line.tsx";
import { Badge } from "../../ui/badge.tsx";
import { cx } from "../../ui/cx.ts";
import { ComboboxList, useCombobox } from "../../ui/form/combobox.tsx";
import { controlClass } from "../../ui/form/input.tsx";
import { type ChoosingDraft, findResponses, useCannedResponses, useChosenResponse } from "./use-canned-responses.ts";

interface QuickPickerProps {
  draft: ChoosingDraft;
  /** Writes the chosen response, or the typed text, into the reply. */
  onWrite: (text: string) => void;
  onClose: () => void;
}

/**
 * Picks a canned response by keyboard: type to search, arrows, Enter. A second slash types a slash; Escape or leaving
 * puts the typed text into the reply.
 */
export function QuickPicker({ draft, onWrite, onClose }: QuickPickerProps) {
  const { responses, error, isPending } = useCannedResponses();
  const [search, setSearch] = useState("");
  const found = findResponses(responses, search);
  const typed = search === "" ? "" : `/${search}`;
  const isDone = useRef(false);
  const chosen = useChosenResponse(draft, leave);

  /**
   * Closes once, writing a text if there is one: the target field takes the focus, which would leave the picker again.
   */
  function leave(text: string) {
    if (isDone.current) return;
    isDone.current = true;
    if (text !== "") onWrite(text);
    onClose();
  }

  const combobox = useCombobox({
    label: "Canned response",
    text: search,
    onText: setSearch,
    groups: [{ heading: "", options: found }],
    onChoose: chosen.choose,
    isAlwaysOpen: true,
    onKeyDown(event) {
      const isSlash = event.key === "/" && search === "";
      if (!isSlash && event.key !== "Escape" && (event.key !== "Backspace" || search !== "")) return;
      event.preventDefault();
      event.stopPropagation();
      leave(isSlash ? "/" : typed);
    },
  });

  const failure = chosen.error ?? error;
  return (
    <div className="rounded-panel border border-line bg-raised p-1.5 shadow-float">
      <input
        {...combobox.inputProps}
        // biome-ignore lint/a11y/noAutofocus: it was opened by a key and takes what is typed next.
        autoFocus
        placeholder="Search responses..."
        className={cx(controlClass, "h-8")}
        onBlur={() => leave(typed)}
      />
      <FailureLine error={failure} className="px-2 pt-2" />
      {found.length === 0 && failure === null && (
        <p className="px-2 pt-2 pb-1 text-sm text-soft">{isPending ? "Loading..." : "No responses found"}</p>
      )}
      <ComboboxList
        parts={combobox.parts}
        label="Responses"
        className="mt-1 max-h-[min(19rem,32dvh)]"
        optionClass="px-2"
        renderOption={(response) => (
          <>
            <span dir="auto" className="shrink-0 truncate font-medium max-sm:shrink">
              {response.title}
            </span>
            <span dir="auto" className="min-w-0 flex-1 truncate text-sm text-soft max-sm:hidden">
              {response.content}
            </span>
            {response.actions.length > 0 && (
              <Badge icon={<Zap size={11} aria-hidden />}>
                {response.actions.length === 1 ? "1 action" : `${response.actions.length} actions`}
              </Badge>
            )}
            <Badge>{response.category}</Badge>
          </>
        )}
      />
    </div>
  );
}
