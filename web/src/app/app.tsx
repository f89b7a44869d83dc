import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { leaveForLogin } from "../lib/login-address.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { Announcer } from "../ui/announcer.tsx";
import { showLetters } from "../ui/first-screen/show-letters.ts";
import { watchLastPress } from "../ui/form/last-press.ts";
import { Toaster } from "../ui/overlay/toaster.tsx";
import { createDeskRouter } from "./router.tsx";

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
