import { foldLetters } from "@deskhand/contract/search/fold";
import type { LucideIcon } from "lucide-react";

/** Something the palette can do besides finding. */
export interface Command {
  id: string;
  label: string;
  /** Other words that people look for it by. */
  alsoCalled?: string;
  Icon: LucideIcon;
  /** The keys that do the same, one after the other or together. */
  keys?: readonly string[];
  /** Never stands before what is found: Enter, pressed too soon, would do what cannot be taken back. */
  isLast?: boolean;
  run: () => void;
}

/** How well a command fits: 0 its label begins so, 1 one of its words does, 2 each typed word begins one; null not at all. */
function fitOf({ label, alsoCalled = "" }: Command, typed: string): number | null {
  const plain = foldLetters(label);
  if (plain.startsWith(typed)) return 0;
  const words = `${plain} ${foldLetters(alsoCalled)}`.split(/\s+/);
  if (words.some((word) => word.startsWith(typed))) return 1;
  // Each typed word begins another of the command's words, in any order: "go ord", "orders go".
  const left = [...words];
  const isEach = typed.split(/\s+/).every((part) => {
    const at = left.findIndex((word) => word.startsWith(part));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return isEach ? 2 : null;
}

/** The commands that fit what was typed, the best first; all of them when nothing was. */
export function matchCommands(commands: readonly Command[], typed: string): Command[] {
  const wanted = foldLetters(typed.trim());
  if (wanted === "") return [...commands];
  return commands
    .flatMap((command) => {
      const fit = fitOf(command, wanted);
      return fit === null ? [] : [{ command, fit }];
    })
    .sort((a, b) => a.fit - b.fit)
    .map(({ command }) => command);
}
