import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../lib/query-client.ts";
import { fakeServer } from "./fake-server.ts";
import "../ui/theme.css";

interface Served {
  /** What the paths of these settings begin with. */
  path: RegExp;
  /** What the list answers, read at each request. */
  list: () => unknown;
  /** What a change answers; a refusal refuses it. */
  answer: () => unknown;
  /** What else can be read, by its path. */
  reads?: Readonly<Record<string, unknown>>;
  server?: ReturnType<typeof fakeServer>;
}

/** Opens a screen of settings before a server with these; returns the changes that it asks for, each with its input, and a way to leave. */
export async function openSettings(Screen: () => ReactNode, served: Served) {
  const { path, list, answer, reads = {}, server = fakeServer() } = served;
  const requests: [string, unknown][] = [];
  server.onTheWay = async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "GET" && pathname in reads) return Response.json(reads[pathname]);
    if (!path.test(pathname)) return undefined;
    if (request.method === "GET") return Response.json(list());
    const text = await request.text();
    requests.push([`${request.method} ${pathname.replace(path, "")}`, text && JSON.parse(text)]);
    const answered = await answer();
    return answered instanceof Error && "status" in answered
      ? Response.json(answered, { status: Number(answered.status) })
      : Response.json(answered);
  };
  const router = createRouter({
    routeTree: createRootRoute({ component: Screen }),
    history: createMemoryHistory({ initialEntries: ["/dashboard/admin"] }),
  });
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { requests, router, leave: () => router.history.push("/dashboard") };
}
