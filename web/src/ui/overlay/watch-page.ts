import { watchPresses } from "../form/rest-of-press.ts";

/** Starts to handle double clicks and lost focus for the whole page. */
export function watchPage(): void {
  watchPresses();
  openOnce();
  keepFocus();
}

/** When an element is lost, the nearest of these around it gets the focus. */
const homes = "li, article, section, form, fieldset, nav, main, dialog, [role=dialog], [role=menu], [popover]";

/** The element that has or had the focus, and the homes around it, nearest first. */
let focused: { element: Element; homes: Element[] } | null = null;
let isWatching = false;
/** About two seconds. */
const framesToLetGo = 120;

/**
 * From now on the focus does not fall to the page when its element is removed or disabled, as by a button that clears the filters. It goes
 * to the element around it: the next Tab starts there, letters are still the page's shortcuts, and Enter presses nothing.
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

/** Waits until the replacement is drawn, as the code that removed the element may move the focus itself. */
function look() {
  if (isLost()) requestAnimationFrame(() => requestAnimationFrame(() => goHomeOnceLetGo(framesToLetGo)));
}

/** The browser takes the focus off a disabled or hidden element in its own time: under load, some frames later. */
function goHomeOnceLetGo(framesLeft: number) {
  if (!isLost()) return;
  const active = document.activeElement ?? document.body;
  if (active === document.body) goHome();
  else if (active === focused?.element && framesLeft > 0) requestAnimationFrame(() => goHomeOnceLetGo(framesLeft - 1));
}

/** An element that was left by hand, or that gave up the focus, still exists. */
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

/** Controls that declare that they open something: here, in another tab, or as a file. */
const openers = "button[aria-haspopup], button[aria-expanded], a[target=_blank], a[download]";

/**
 * From now on the second click of a double click does nothing on a control that opens something: it would close that again, or
 * open it twice. Clicks with a pause between them all count.
 */
export function openOnce(): void {
  addEventListener("click", ignoreSecond, { capture: true });
}

function ignoreSecond(event: MouseEvent) {
  if (event.detail < 2 || !(event.target instanceof Element) || event.target.closest(openers) === null) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
