import type { Permission } from "@deskhand/contract/permissions";
import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from "@tanstack/react-router";
import { api } from "../lib/api.ts";
import { UNEXPECTED } from "../lib/failure-words.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { loadLater } from "../ui/load-later.tsx";
import { PanelSkeleton, Skeleton } from "../ui/skeleton.tsx";
import { dialogNames, parseSearch, readDialogs, stringifySearch } from "./address.ts";
import { addressInstead, type Section, type SectionId, sections } from "./sections.ts";
import { Shell } from "./shell.tsx";

const root = createRootRouteWithContext<{ cache: QueryClient }>()({
  component: Outlet,
  notFoundComponent: Elsewhere,
  errorComponent: PageCrashScreen,
});

/** The parent route of all sections: the shell, and the dialogs over it. */
const desk = createRoute({
  getParentRoute: () => root,
  id: "desk",
  validateSearch: readDialogs,
  beforeLoad({ location }) {
    const href = addressInstead(location.href);
    if (href !== null) throw redirect({ href, replace: true });
  },
  component: Shell,
  errorComponent: PageCrashScreen,
});

// Types path and parameters for each section separately; a union of all would lose them.
function routeOf<const Path extends string, Search extends object>(
  section: Omit<Section, "path" | "search"> & { path: Path; search: (raw: Record<string, unknown>) => Search },
) {
  const { path, needs, search, load } = section;
  const Screen = loadLater(load, ScreenSkeleton);
  // Loads the first section's code while the app starts.
  if (location.pathname === path) Screen.preload();
  return createRoute({
    getParentRoute: () => desk,
    path,
    validateSearch: search,
    beforeLoad: ({ context: { cache } }) => (needs === null ? undefined : admit(cache, needs)),
    component: Screen,
  });
}

/** Redirects a user without permission for a section's URL to the dashboard. */
async function admit(cache: QueryClient, needs: Permission): Promise<void> {
  const { can } = await cache.ensureQueryData(api.account.me.queryOptions());
  if (!can.includes(needs)) throw redirect({ to: "/dashboard", replace: true });
}

function ScreenSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-7 w-60" />
      <Skeleton className="h-4.5 w-90 max-w-full" />
      <PanelSkeleton lines={6} className="mt-3" />
    </div>
  );
}

/** Any other URL leads to the public page (docs/product.md#addresses). */
function Elsewhere() {
  location.replace("/");
  return null;
}

const routeTree = root.addChildren([
  desk.addChildren({
    dashboard: routeOf(sections.dashboard),
    tickets: routeOf(sections.tickets),
    customers: routeOf(sections.customers),
    orders: routeOf(sections.orders),
    incidents: routeOf(sections.incidents),
    messages: routeOf(sections.messages),
    reports: routeOf(sections.reports),
    knowledge: routeOf(sections.knowledge),
    admin: routeOf(sections.admin),
    help: routeOf(sections.help),
  } satisfies Record<SectionId, unknown>),
]);

/** Creates the routes of the signed-in application; `cache` holds the session. */
export function createDeskRouter(cache: QueryClient) {
  return createRouter({
    routeTree,
    context: { cache },
    parseSearch,
    stringifySearch,
    notFoundMode: "root",
    defaultErrorComponent: CrashScreen,
    // Going back restores the scroll position. Dialogs named by the URL lie above the section and do not move it.
    scrollRestoration: true,
    getScrollRestorationKey: ({ pathname, search }) =>
      pathname + stringifySearch({ ...search, ...Object.fromEntries(dialogNames.map((name) => [name, undefined])) }),
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createDeskRouter>;
  }
}

/** Stands in for a crashed section, with the error and a way on. */
function CrashScreen({ error }: { error: unknown }) {
  console.error(error);
  return (
    <div className="mx-auto max-w-150 px-4 py-16">
      <h1 className="sr-only">Error</h1>
      <Banner
        kind="error"
        title={UNEXPECTED}
        action={
          <Button size="sm" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        This screen could not be shown. Unsent texts are kept in this browser; reload to go on.
      </Banner>
    </div>
  );
}

/** Stands in for the whole page if the frame itself crashed. */
function PageCrashScreen({ error }: { error: unknown }) {
  return (
    <main>
      <CrashScreen error={error} />
    </main>
  );
}
