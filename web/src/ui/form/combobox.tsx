import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useComboBox } from "react-aria/useComboBox";
import { type AriaListBoxOptions, useListBox, useOption } from "react-aria/useListBox";
import { Item } from "react-stately/Item";
import { Section } from "react-stately/Section";
import { type ComboBoxState, useComboBoxState } from "react-stately/useComboBoxState";
import { cx } from "../cx.ts";

interface ComboboxListProps<Option extends { id: string }> {
  parts: ComboboxParts<Option>;
  label: string;
  renderOption: (option: Option) => ReactNode;
  /** The options belong to an earlier text: they are dimmed until the new results arrive. */
  isOutdated?: boolean;
  className?: string;
  optionClass?: string;
}

/** The options of a combobox in their groups; the field keeps the focus and handles the keys. */
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
    // Enter chooses the active option, so a screen reader hears it as selected.
    <div
      {...rest}
      ref={ref}
      role="option"
      tabIndex={-1}
      aria-selected={isFocused}
      // Follows a moving pointer only, not one that rests while the list changes.
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

/** Options under a heading, or without one. */
export interface OptionGroup<Option> {
  heading: string;
  /** Shown beside the heading. */
  note?: string;
  options: readonly Option[];
}

interface ComboboxOptions<Option extends { id: string }> {
  /** The field's name. */
  label: string;
  text: string;
  onText: (text: string) => void;
  groups: readonly OptionGroup<Option>[];
  onChoose: (option: Option) => void;
  /** Shows its options as long as it is mounted, not only while somebody types. */
  isAlwaysOpen?: boolean;
  isReadOnly?: boolean;
  /** Runs first; an event that it prevents goes no further. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** What `ComboboxList` needs to draw the options. */
interface ComboboxParts<Option extends { id: string }> {
  state: ComboBoxState<OptionGroup<Option>>;
  groups: readonly OptionGroup<Option>[];
  listProps: AriaListBoxOptions<OptionGroup<Option>>;
  listRef: RefObject<HTMLDivElement | null>;
  /** Called when an option is pressed: the options then stay the same until the release. */
  onPress: () => void;
}

/** All other keys belong to the text or to what is around the field: the cursor keys, Tab, Escape. */
const listKeys = ["ArrowDown", "ArrowUp", "Home", "End", "PageDown", "PageUp", "Enter"];

/**
 * Makes a text field that offers options while somebody types. The first option is active until a key or the pointer moves on,
 * and again when the text changes. Keys of an input method go to that method alone.
 */
export function useCombobox<Option extends { id: string }>(options: ComboboxOptions<Option>) {
  const { label, text, onText, onChoose, isAlwaysOpen = false, isReadOnly = false, onKeyDown } = options;
  const inputRef = useRef<HTMLInputElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLElement>(document.body);
  const { held, hold } = useHeld(options.groups);
  const groups = held ?? options.groups;
  const all = groups.flatMap((group) => group.options);

  const state = useComboBoxState<OptionGroup<Option>>({
    items: groups,
    children: ({ heading, options }) => (
      <Section key={`group ${heading}`} title={heading} items={options}>
        {({ id }: Option) => <Item key={id}>{id}</Item>}
      </Section>
    ),
    inputValue: text,
    onInputChange: onText,
    selectedKey: null,
    onSelectionChange(key) {
      const option = all.find(({ id }) => id === key);
      if (option === undefined) return;
      state.setOpen(false);
      onChoose(option);
    },
    allowsEmptyCollection: true,
    menuTrigger: isAlwaysOpen ? "manual" : "input",
    shouldCloseOnBlur: false,
  });
  const { selectionManager, isOpen } = state;
  // Reads the focused key as it was drawn: the manager changes its own at once, which would hide that the text changed.
  const { focusedKey } = selectionManager;
  const active = all.find(({ id }) => id === focusedKey) ?? all[0];
  const activeId = active?.id;

  useEffect(() => {
    if (isAlwaysOpen && !isOpen) state.open(null, "manual");
  });
  useEffect(() => {
    if (isOpen && activeId !== undefined && focusedKey !== activeId) selectionManager.setFocusedKey(activeId);
  });

  const { inputProps, listBoxProps } = useComboBox(
    // The whole page stays open to screen readers while options show, as other parts of it say what was found.
    { "aria-label": label, inputRef, listBoxRef: listRef, popoverRef: layer, isReadOnly, shouldFocusWrap: true },
    state,
  );

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    onKeyDown?.(event);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && isOpen && !isAlwaysOpen) {
      // Otherwise the dialog around would close as well.
      event.preventDefault();
      event.stopPropagation();
      return state.setOpen(false);
    }
    if (!listKeys.includes(event.key) || (event.key === "Enter" && !isOpen)) return;
    inputProps.onKeyDown?.(event);
  }

  return {
    active,
    isOpen,
    parts: { state, groups, listProps: listBoxProps, listRef, onPress: hold } satisfies ComboboxParts<Option>,
    inputProps: {
      ...inputProps,
      ref: inputRef,
      "aria-expanded": isOpen && all.length > 0,
      onKeyDown: press,
      onClick: () => !isReadOnly && state.open(null, "manual"),
      onBlur() {
        state.setFocused(false);
        if (!isAlwaysOpen) state.setOpen(false);
      },
    },
  };
}

/** Keeps the options the same from press to release: otherwise the release could choose one that arrived meanwhile, or none. */
function useHeld<Groups>(groups: Groups) {
  const [heldGroups, setHeldGroups] = useState<Groups | null>(null);
  useEffect(() => {
    if (heldGroups === null) return;
    const release = new AbortController();
    // Waits until the option is chosen.
    const letGo = () => setHeldGroups(null);
    for (const end of ["pointerup", "pointercancel", "blur"]) {
      window.addEventListener(end, () => setTimeout(letGo), { signal: release.signal, capture: true });
    }
    return () => release.abort();
  }, [heldGroups]);
  return { held: heldGroups, hold: () => setHeldGroups(groups) };
}
