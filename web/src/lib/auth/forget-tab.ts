/** Told to the page when nobody is signed in any more. */
export const LEFT = "deskhand-left";

/** Forgets what this tab alone keeps of who was signed in. */
export function forgetTab(): void {
  dispatchEvent(new Event(LEFT));
  try {
    sessionStorage.clear();
  } catch {
    // Storage is switched off: nothing was kept.
  }
}
