import { type Ref, useEffect, useImperativeHandle } from "react";
import { counted } from "../../../../lib/format.ts";
import { ComboboxList, useCombobox } from "../../../../ui/form/combobox.tsx";
import type { Mentionable } from "./find-mention.ts";

/** The ids of the option list and of the option that Enter chooses. */
export interface ActiveIds {
  list: string | undefined;
  option: string | undefined;
}

export interface MentionPickerHandle {
  /** Whether the picker handled the field's key. */
  press: (key: string, isShifted: boolean) => boolean;
}

interface MentionPickerProps {
  fragment: string;
  people: readonly Mentionable[];
  onChoose: (person: Mentionable) => void;
  /** Reports the ids of the list and its active option to the field. */
  onActive: (ids: ActiveIds) => void;
  ref: Ref<MentionPickerHandle>;
}

/** Lists the colleagues matching a name; the field keeps the focus and forwards its keys. */
export function MentionPicker({ fragment, people, onChoose, onActive, ref }: MentionPickerProps) {
  const { active, parts, inputProps } = useCombobox({
    label: "Colleague",
    text: fragment,
    onText: () => undefined,
    groups: [{ heading: "", options: people }],
    onChoose,
    isAlwaysOpen: true,
  });
  const { "aria-activedescendant": option, "aria-controls": list } = inputProps;
  useEffect(() => onActive({ list, option }), [list, option, onActive]);

  useImperativeHandle(ref, () => ({
    press(key, isShifted) {
      const at = people.findIndex((person) => person.id === active?.id);
      const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
      const next = people[(at + step + people.length) % people.length];
      if (step !== 0 && next !== undefined) parts.state.selectionManager.setFocusedKey(next.id);
      else if ((key === "Enter" || key === "Tab") && !isShifted && active !== undefined) onChoose(active);
      else return false;
      return true;
    },
  }));

  return (
    <div className="absolute inset-x-0 bottom-full z-10 mb-1 max-w-90 rounded-panel border border-line bg-raised p-1 shadow-float">
      <ComboboxList
        parts={parts}
        label="Colleagues"
        renderOption={({ name, count, isTeam = false }) => (
          <>
            <bdi className="min-w-0 truncate font-medium">{name}</bdi>
            {(count > 1 || isTeam) && (
              <span className="ml-auto shrink-0 text-faint text-xs">{peopleWords(count, isTeam)}</span>
            )}
          </>
        )}
      />
    </div>
  );
}

function peopleWords(count: number, isTeam: boolean): string {
  const people = counted(count, "person").replace("persons", "people");
  return isTeam ? `Team of ${people}` : `${people}, all are told`;
}
