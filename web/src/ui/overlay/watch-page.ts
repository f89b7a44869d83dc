import { watchPresses } from "../form/rest-of-press.ts";

/** Looks after clicks and focus on the whole page, from now on. */
export function watchPage(): void {
  watchPresses();
  openOnce();
  keepFocus();
}

/** What stands for what was in it: the nearest of these gets the focus. */
const homes = "li, article, section, form, fieldset, nav, main, dialog, [role=dialog], [role=menu], [popover]";

/** What has, or had, the focus, and what it stood in, the nearest first. */
let focused: { element: Element; homes: Element[] } | null = null;
let isWatching = false;
/** About two seconds. */
const framesToLetGo = 120;

/**
 * From now on the focus does not fall to the page when what had it is taken away or disabled, as a button that clears the filters:
 * it goes to what that stood in, where the next Tab begins, letters are still the page's keys, and Enter presses nothing.
 */
export function keepFocus(): void {
  if (isWatching) return;
  isWatching = true;
  addEventListener("focusin", remember, { capture: true });
  const attributeFilter = ["disabled", "hidden", "inert", "open"];
  new MutationObserver(look).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter,
  });
}

function remember({ target }: FocusEvent) {
  if (!(target instanceof Element) || target === document.body) return;
  const around: Element[] = [];
  for (let home = target.closest(homes); home !== null; home = home.parentElement?.closest(homes) ?? null)
    around.push(home);
  focused = { element: target, homes: around };
}

/** Whoever took it away may give the focus on by itself, until what comes instead is drawn. */
function look() {
  if (isLost()) requestAnimationFrame(() => requestAnimationFrame(() => goHomeOnceLetGo(framesToLetGo)));
}

/** The browser lets go of what is disabled or hidden in its own time: under load some frames later. */
function goHomeOnceLetGo(framesLeft: number) {
  if (!isLost()) return;
  const active = document.activeElement ?? document.body;
  if (active === document.body) goHome();
  else if (active === focused?.element && framesLeft > 0) requestAnimationFrame(() => goHomeOnceLetGo(framesLeft - 1));
}

/** What was left by hand, or leaves the keys to the page, is still there. */
function isLost(): boolean {
  return focused !== null && (!isThere(focused.element) || focused.element.matches(":disabled"));
}

function goHome() {
  const home = focused?.homes.find(isThere);
  if (!(home instanceof HTMLElement)) return;
  const isMadeFocusable = !home.hasAttribute("tabindex");
  if (isMadeFocusable) {
    home.tabIndex = -1;
    home.addEventListener("blur", () => home.removeAttribute("tabindex"), { once: true });
  }
  home.focus({ preventScroll: true });
}

function isThere(element: Element): boolean {
  return element.isConnected && element.checkVisibility() && element.closest("[inert]") === null;
}

/** What says of itself that it opens something: here, or in another tab or a file. */
const openers = "button[aria-haspopup], button[aria-expanded], a[target=_blank], a[download]";

/**
 * From now on the second click of a double click on what opens something is none: it would close that again, or open it twice.
 * Each click of somebody who waits in between counts.
 */
export function openOnce(): void {
  addEventListener("click", ignoreSecond, { capture: true });
}

function ignoreSecond(event: MouseEvent) {
  if (event.detail < 2 || !(event.target instanceof Element) || event.target.closest(openers) === null) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
