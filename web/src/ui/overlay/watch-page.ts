import { watchPresses } from "../form/rest-of-press.ts";
import { keepFocus } from "./keep-focus.ts";
import { openOnce } from "./open-once.ts";

/** Looks after clicks and focus on the whole page, from now on. */
export function watchPage(): void {
  watchPresses();
  openOnce();
  keepFocus();
}
