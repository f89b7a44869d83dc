import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { leaveForLogin } from "../lib/login-address.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { Announcer } from "../ui/announcer.tsx";
import { firstScreen } from "../ui/fetch-soon.ts";
import { watchLastPress } from "../ui/form/last-press.ts";
import { Toaster } from "../ui/overlay/toaster.tsx";
import { createDeskRouter } from "./router.tsx";

const lettersKey = "deskhand-letters";

watchLastPress();
void showLetters();

const queryClient = createQueryClient(leaveForLogin);
const router = createDeskRouter(queryClient);

/** The dashboard application. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Announcer />
      <Toaster />
    </QueryClientProvider>
  );
}

/**
 * Loads the app's font: at once if this tab has fetched it before, else after the first screen, since it is a quarter
 * of that screen's bytes. The page starts without it (`app.html`).
 */
async function showLetters(): Promise<void> {
  if (!isFetched()) await firstScreen;
  delete document.documentElement.dataset.font;
  await document.fonts.ready;
  try {
    sessionStorage.setItem(lettersKey, "fetched");
  } catch {
    // Storage is disabled: the font loads after each first screen.
  }
}

function isFetched(): boolean {
  try {
    return sessionStorage.getItem(lettersKey) !== null;
  } catch {
    // Storage is disabled.
    return false;
  }
}
