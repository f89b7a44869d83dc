import type { KeyboardEvent } from "react";

interface ArrowOptions {
  axis?: "vertical" | "horizontal";
  /** Continues at the other end. */
  wraps?: boolean;
}

const arrows = { vertical: ["ArrowUp", "ArrowDown"], horizontal: ["ArrowLeft", "ArrowRight"] } as const;

type Press = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

/** Returns the index that an arrow key, Home or End leads to from `at` among `count`; null for other keys and if there is none. */
export function arrowStep(
  press: Press,
  at: number,
  count: number,
  { axis = "vertical", wraps = false }: ArrowOptions = {},
): number | null {
  if (press.altKey || press.ctrlKey || press.metaKey || press.shiftKey || count === 0) return null;
  const [back, on] = arrows[axis];
  const steps: Record<string, number> = { [back]: at - 1, [on]: at + 1, Home: 0, End: count - 1 };
  const step = steps[press.key];
  if (step === undefined) return null;
  const next = wraps ? (step + count) % count : Math.min(Math.max(step, 0), count - 1);
  return next === at ? null : next;
}

/**
 * Moves the focus between the elements that match the selector, from one of them or from an element in the same list item. Fields
 * keep the keys that they need themselves.
 */
export function arrowFocus(event: KeyboardEvent<HTMLElement>, selector: string, options?: ArrowOptions): void {
  const { target, currentTarget, key } = event;
  if (!(target instanceof Element) || target.matches("select") || event.nativeEvent.isComposing) return;
  if (target.matches("input, textarea") && (key === "Home" || key === "End")) return;
  const all = [...currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = all.findIndex((each) => each === target || each.closest("li")?.contains(target));
  const step = at < 0 ? null : arrowStep(event, at, all.length, options);
  if (step === null) return;
  event.preventDefault();
  all[step]?.focus();
}
