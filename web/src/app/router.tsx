import { createRootRoute, createRoute, createRouter, Outlet } from "@tanstack/react-router";
import { CrashScreen } from "./crash-screen.tsx";
import { Dashboard } from "./dashboard.tsx";
import { parseSearch, readSearch, stringifySearch } from "./search.ts";

const root = createRootRoute({ component: Outlet, notFoundComponent: Elsewhere });

const dashboardRoute = createRoute({
  getParentRoute: () => root,
  path: "/dashboard",
  validateSearch: readSearch,
  component: Dashboard,
});

/** Any other address leads to the public page (spec part 1, section 2.1). */
function Elsewhere() {
  location.replace("/");
  return null;
}

export const router = createRouter({
  routeTree: root.addChildren([dashboardRoute]),
  parseSearch,
  stringifySearch,
  defaultErrorComponent: CrashScreen,
  // An address comes back to where it was scrolled. The dialogs that it names lie over the tab and move nothing under them.
  scrollRestoration: true,
  getScrollRestorationKey: ({ pathname, search }) =>
    pathname + stringifySearch({ ...search, ticket: undefined, settings: undefined, new: undefined }),
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
