import { useEffect, useRef } from "react";
import { cx } from "../../ui/cx.ts";
import { OptionRow } from "./option-row.tsx";
import type { Option, OptionGroup } from "./palette-options.ts";

interface OptionListProps {
  id: string;
  groups: OptionGroup[];
  active: Option | undefined;
  typed: string;
  /** Of what was typed before: dimmed until the answer is there. */
  isOutdated: boolean;
  onPoint: (id: string) => void;
  onChoose: (option: Option) => void;
}

/** The options in their groups; the field above has the focus and the keys. */
export function OptionList(props: OptionListProps) {
  const { id, groups, active, typed, isOutdated, onPoint, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);

  const activeId = active?.id;
  useEffect(() => {
    const option = activeId && list.current?.querySelector(`#${CSS.escape(`${id}-${activeId}`)}`);
    if (option) option.scrollIntoView({ block: "nearest" });
  }, [id, activeId]);

  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Results"
      aria-busy={isOutdated}
      className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2 empty:hidden"
    >
      {groups.map(({ heading, note, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls; this is a group of options.
        <div key={heading} role="group" aria-label={heading} className="not-first:mt-2">
          <div aria-hidden className="flex gap-2 px-2.5 py-1 text-faint text-xs">
            <span className="font-medium">{heading}</span>
            {note !== undefined && <span className="ml-auto">{note}</span>}
          </div>
          {options.map((option) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys; this is for the mouse.
            <div
              key={option.id}
              id={`${id}-${option.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={option === active}
              className={cx(
                "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 max-sm:min-h-11",
                option === active && "bg-hover",
                isOutdated && option.kind !== "command" && "opacity-60",
              )}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => option !== active && onPoint(option.id)}
              onClick={() => onChoose(option)}
            >
              <OptionRow option={option} typed={typed} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
