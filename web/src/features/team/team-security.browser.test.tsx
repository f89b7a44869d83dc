import { permissionsOf } from "@deskhand/contract/permissions";
import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../lib/query-client.ts";
import { agent, fakeServer } from "../../testing/fake-server.ts";
import "../../ui/theme.css";
import { TeamSessions, WaysToSignIn, WithoutTwoFactor } from "./team-security.tsx";

const user = {
  avatar: null,
  lastLogin: null,
  invitedAt: null,
  isActive: true,
  hasTwoFactor: false,
};
const self = { ...user, id: agent.id, name: "Nora", email: "nora@shop.example", role: "admin", hasTwoFactor: true };
const bob = {
  ...user,
  id: "22222222-2222-4222-8222-222222222222",
  name: "Bob",
  email: "bob@shop.example",
  role: "agent",
};
const at = "2026-03-02T10:00:00.000Z";
const session = (id: string, userId: string, device: string) => ({
  id,
  userId,
  device,
  isHandheld: false,
  ip: "192.0.2.1",
  createdAt: at,
  lastUsedAt: at,
  awaitsCode: false,
});

test("an admin sees who lacks a second factor and where the team is signed in, signs a colleague out, and forbids a provider", async () => {
  const requests: string[] = [];
  const state = {
    providers: [
      { id: "google", isOffered: true, isAllowed: true },
      { id: "twitter", isOffered: false, isAllowed: true },
    ],
    sessions: [session("1", self.id, "Chrome on Windows"), session("2", bob.id, "Safari on iPhone")],
  };
  fakeServer().onTheWay = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/me")
      return Response.json({ user: { ...self, role: "admin" }, client: {}, can: permissionsOf.admin });
    if (pathname === "/api/team/users") return Response.json({ items: [self, bob], stats: {} });
    if (!pathname.startsWith("/api/security")) return undefined;
    if (request.method !== "GET") requests.push(`${request.method} ${pathname} ${await request.text()}`.trim());
    if (request.method === "POST") state.sessions = state.sessions.slice(0, 1);
    return Response.json(state);
  };
  const openOwn = vi.fn();
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <WithoutTwoFactor />
      <WaysToSignIn />
      <TeamSessions onOpenOwn={openOwn} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText("Without it now: Bob")).toBeVisible();
  await expect.element(page.getByText("This installation does not offer Twitter at the moment.")).toBeVisible();
  await expect.element(page.getByRole("row").filter({ hasText: "Nora (You)" })).toMatchTextContent("Chrome on Windows");
  expect(page.getByRole("button", { name: "Sign out Nora" }).elements()).toEqual([]);
  // One's own sessions are ended on another screen, to which the row leads.
  const own = page.getByRole("row").filter({ hasText: "Nora (You)" });
  await own.getByRole("button", { name: "In your settings" }).click();
  expect(openOwn).toHaveBeenCalledOnce();
  await page.getByRole("switch", { name: /^Allow signing in with Google/ }).click();
  await expect.poll(() => requests).toEqual(['PUT /api/security/providers/google {"isAllowed":false}']);
  await page.getByRole("button", { name: "Sign out Bob" }).click();
  await expect.element(page.getByRole("dialog")).toMatchTextContent("Sign Bob out everywhere (1 session)?");
  expect(requests).toHaveLength(1);
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect.element(page.getByText("Safari on iPhone")).not.toBeInTheDocument();
  expect(requests[1]).toBe(`POST /api/security/people/${bob.id}/sign-out`);
});
