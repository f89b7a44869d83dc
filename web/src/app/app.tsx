import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { loginAddress } from "../lib/login-address.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { Announcer } from "../ui/announcer.tsx";
import { router } from "./router.tsx";

const queryClient = createQueryClient(() => location.replace(loginAddress(location.pathname + location.search)));

/** The dashboard application. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Announcer />
    </QueryClientProvider>
  );
}
