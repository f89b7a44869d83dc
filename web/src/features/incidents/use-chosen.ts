import { useState } from "react";

/** Which of some are chosen; what is no longer among `all` counts no more. */
export function useChosen(all: readonly string[], chosenFirst: boolean) {
  // As it was when the screen opened: what follows is the person's choice.
  const [areChosenFirst] = useState(chosenFirst);
  // What was toggled away from how it was first.
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const has = (id: string) => toggled.has(id) !== areChosenFirst;
  const chosen = all.filter(has);
  return {
    chosen,
    has,
    toggle: (id: string) => setToggled((before) => withToggled(before, [id])),
    chooseNone: () => setToggled((before) => withToggled(before, chosen)),
    /** Chooses all, or none if all are. */
    toggleAll: () =>
      setToggled((before) => withToggled(before, chosen.length === all.length ? all : all.filter((id) => !has(id)))),
  };
}

function withToggled(before: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const after = new Set(before);
  for (const id of ids) if (!after.delete(id)) after.add(id);
  return after;
}
