import type { ReactNode } from "react";
import { keyNames, shortcuts } from "../../lib/shortcuts.ts";
import { Kbd } from "../../ui/kbd.tsx";

/** The palette's own keys, where there is a keyboard. */
export function PaletteFooter() {
  return (
    <div aria-hidden className="flex shrink-0 gap-4 border-line border-t px-4 py-2 text-faint text-xs max-sm:hidden">
      <Hint keys={["↑", "↓"]}>move</Hint>
      <Hint keys={keyNames(shortcuts.open)}>open</Hint>
      <Hint keys={keyNames(shortcuts.close)}>close</Hint>
    </div>
  );
}

function Hint({ keys, children }: { keys: string[]; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      <span className="ml-0.5">{children}</span>
    </span>
  );
}
