import { firstScreen } from "../fetch-soon.ts";

const key = "deskhand-letters";

/**
 * Shows the app in letters of its own: at once where this tab has fetched them before, else after the first screen, which
 * they are a quarter of. The app's page begins without them (`app.html`).
 */
export async function showLetters(): Promise<void> {
  if (!isFetched()) await firstScreen;
  delete document.documentElement.dataset.font;
  await document.fonts.ready;
  try {
    sessionStorage.setItem(key, "fetched");
  } catch {
    // A browser that keeps nothing fetches them after each first screen.
  }
}

function isFetched(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    // As above.
    return false;
  }
}
