import { type ReactNode, useRef } from "react";
import { useListBox, useOption } from "react-aria/useListBox";
import { cx } from "../cx.ts";
import type { ComboboxParts } from "./use-combobox.tsx";

interface ComboboxListProps<Option extends { id: string }> {
  parts: ComboboxParts<Option>;
  label: string;
  renderOption: (option: Option) => ReactNode;
  /** Of what was typed before: dimmed until the results are there. */
  isOutdated?: boolean;
  className?: string;
  optionClass?: string;
}

/** The options of a combobox in their groups; the field has the focus and the keys. */
export function ComboboxList<Option extends { id: string }>(props: ComboboxListProps<Option>) {
  const { parts, label, renderOption, isOutdated = false, className, optionClass } = props;
  const { state, groups, listProps, listRef, onPress } = parts;
  const { listBoxProps } = useListBox({ ...listProps, "aria-label": label }, state, listRef);
  const draw = (option: Option) => (
    <OptionRow key={option.id} id={option.id} state={state} className={optionClass}>
      {renderOption(option)}
    </OptionRow>
  );
  return (
    <div
      {...listBoxProps}
      ref={listRef}
      onPointerDownCapture={onPress}
      aria-busy={isOutdated}
      className={cx("overflow-y-auto overscroll-contain empty:hidden", className)}
    >
      {groups.map(({ heading, note, options }) =>
        heading === "" ? (
          options.map(draw)
        ) : (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls; this is a group of options.
          <div key={heading} role="group" aria-label={heading} className="not-first:mt-2">
            <div aria-hidden className="flex gap-2 px-2.5 py-1 text-faint text-xs">
              <span className="font-medium">{heading}</span>
              {note !== undefined && <span className="ml-auto">{note}</span>}
            </div>
            {options.map(draw)}
          </div>
        ),
      )}
    </div>
  );
}

interface OptionRowProps {
  id: string;
  state: ComboboxParts<{ id: string }>["state"];
  className: string | undefined;
  children: ReactNode;
}

function OptionRow({ id, state, className, children }: OptionRowProps) {
  const ref = useRef<HTMLDivElement>(null);
  const { optionProps, isFocused } = useOption({ key: id, shouldFocusOnHover: false }, state, ref);
  const { "aria-labelledby": _label, "aria-describedby": _about, ...rest } = optionProps;
  return (
    // The active option is the one that Enter chooses: for a screen reader it is selected.
    <div
      {...rest}
      ref={ref}
      role="option"
      tabIndex={-1}
      aria-selected={isFocused}
      // Moved over, not merely under a pointer that rests while the list changes.
      onPointerMove={() => isFocused || state.selectionManager.setFocusedKey(id)}
      className={cx(
        "flex cursor-pointer touch-pan-x touch-pan-y touch-pinch-zoom items-center gap-2 rounded-control px-2.5 py-1.5 outline-none",
        isFocused && "bg-hover",
        className,
      )}
    >
      {children}
    </div>
  );
}
