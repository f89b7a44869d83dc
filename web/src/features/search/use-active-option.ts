import { type KeyboardEvent, useEffect, useState } from "react";
import type { Option } from "./palette-options.ts";

interface ActiveOption {
  active: Option | undefined;
  setActive: (id: string) => void;
  /** Moves with the arrow keys, Home and End; tells whether the key was one of them. */
  move: (event: KeyboardEvent) => boolean;
}

/** The option that Enter chooses: the first one, until a key or the mouse moves to another. It begins anew with `text`. */
export function useActiveOption(options: Option[], text: string): ActiveOption {
  const [chosen, setChosen] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was moved to belongs to what was typed then.
  useEffect(() => setChosen(null), [text]);

  const found = options.findIndex(({ id }) => id === chosen);
  const at = Math.max(found, 0);
  return {
    active: options[at],
    setActive: setChosen,
    move({ key }) {
      const last = options.length - 1;
      const steps: Record<string, number> = {
        ArrowDown: at === last ? 0 : at + 1,
        ArrowUp: at === 0 ? last : at - 1,
        Home: 0,
        End: last,
      };
      const option = options[steps[key] ?? -1];
      if (option === undefined) return key in steps;
      setChosen(option.id);
      return true;
    },
  };
}
