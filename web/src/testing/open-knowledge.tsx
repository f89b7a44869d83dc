import type { ResourceDetail } from "@deskhand/contract/knowledge";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { expect } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { readResourcesSearch } from "../features/knowledge/list/resource-list-filter.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { Toaster } from "../ui/overlay/toaster.tsx";
import { fakeServer } from "./fake-server.ts";
import "../ui/theme.css";

/** The parts of the app around its sections, passed in because this folder must not import the app. */
interface App {
  KnowledgeTab: () => ReactNode;
  readDialogs: (raw: Record<string, unknown>) => object;
  parseSearch: (query: string) => Record<string, string>;
  stringifySearch: (search: Record<string, unknown>) => string;
}

/** Opens the resources tab at a URL, before a server with some resources. */
export async function openKnowledge(
  app: App,
  { address = "", resources = [] as ResourceDetail[], canWrite = true } = {},
) {
  localStorage.clear();
  const server = fakeServer();
  server.alsoCan.push("knowledge:read", ...(canWrite ? ["knowledge:write"] : []));
  server.knowledge.resources.push(...resources);
  const root = createRootRoute({ component: Outlet });
  const desk = createRoute({ getParentRoute: () => root, id: "desk", validateSearch: app.readDialogs });
  const tab = createRoute({
    getParentRoute: () => desk,
    path: "/dashboard/knowledge",
    validateSearch: readResourcesSearch,
    component: app.KnowledgeTab,
  });
  const router = createRouter({
    routeTree: root.addChildren([desk.addChildren([tab])]),
    history: createMemoryHistory({ initialEntries: [`/dashboard/knowledge${address}`] }),
    parseSearch: app.parseSearch,
    stringifySearch: app.stringifySearch,
  });
  const screen = await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole("heading", { name: "Agent Resources", level: 1 })).toBeVisible();
  await expect.poll(() => page.getByText("Loading resources...").query()).toBeNull();
  return { server: server.knowledge, files: server.files, router, screen, href: () => router.state.location.href };
}

/** The button with exactly this name. */
export const button = (name: string) => page.getByRole("button", { name, exact: true });
/** The dialog that adds a resource. */
export const add = () => page.getByRole("dialog", { name: "Add Agent Resource" });
