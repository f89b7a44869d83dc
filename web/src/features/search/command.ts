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
