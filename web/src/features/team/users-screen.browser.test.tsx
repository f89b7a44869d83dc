import { permissionsOf, type Role } from "@deskhand/contract/permissions";
import type { TeamUser } from "@deskhand/contract/team";
import { QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { formatDateTime } from "../../lib/format.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { agent, fakeServer, refusal } from "../../testing/fake-server.ts";
import "../../ui/theme.css";
import { UsersScreen } from "./users-screen.tsx";

const self: TeamUser = {
  id: agent.id,
  name: agent.name,
  email: "nora@shop.example",
  role: "admin",
  isActive: true,
  avatar: null,
  lastLogin: "2026-03-02T10:00:00.000Z",
  invitedAt: null,
  hasTwoFactor: true,
};
const bob: TeamUser = {
  ...self,
  hasTwoFactor: false,
  id: "22222222-2222-4222-8222-222222222222",
  name: "Bob",
  email: "bob@shop.example",
  role: "agent",
};
const ida = { ...bob, id: "33333333-3333-4333-8333-333333333333", name: "Ida", isActive: false, lastLogin: null };
const una = { ...bob, id: "44444444-4444-4444-8444-444444444444", name: "Una", invitedAt: "2026-03-02T10:00:00.000Z" };
const late = {
  ...una,
  id: "55555555-5555-4555-8555-555555555555",
  name: "Late",
  invitableFrom: "2999-03-02T10:00:00.000Z",
};

/** Opens the screen before a server with these people and scripted answers to changes. */
async function openScreen({ role = "admin", items = [self, bob, ida, una] }: { role?: Role; items?: TeamUser[] } = {}) {
  const requests: string[] = [];
  const desk = { items, asked: requests, answer: (): unknown => ({ ...bob }) };
  const server = fakeServer();
  server.onTheWay = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/api/me") return Response.json({ user: { ...self, role }, client: {}, can: permissionsOf[role] });
    if (!pathname.startsWith("/api/team")) return undefined;
    if (request.method === "GET") return listOf(desk.items);
    requests.push(`${request.method} ${pathname.slice("/api/team".length)} ${await request.text()}`.trim());
    const answer = desk.answer();
    return answer instanceof Error && "status" in answer
      ? Response.json(answer, { status: Number(answer.status) })
      : Response.json(answer);
  };
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <UsersScreen
        logLink={() => null}
        renderProof={({ faults, onChange }) => (
          <div>
            <label>
              Your password <input onChange={({ target }) => onChange({ password: target.value })} />
            </label>
            <p>{faults.password}</p>
          </div>
        )}
      />
    </QueryClientProvider>,
  );
  return desk;
}

function listOf(items: TeamUser[] | null): Response {
  if (items === null) return Response.json(refusal("unexpected", { requestId: "1" }), { status: 500 });
  const stats = { total: items.length, admins: 1, active: 3, agents: 3 };
  return Response.json({ items, stats });
}

const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = () => page.getByRole("dialog");
const chosen = (name: string) => dialog().getByRole("button", { name, exact: true });

test("lists everybody with role, state and last sign-in, and oneself without forbidden actions", async () => {
  await openScreen();
  for (const words of ["nora@shop.example", "Admin", "Active", "Two-factor", formatDateTime(self.lastLogin ?? "")])
    await expect.element(row("Nora Quist (You)")).toMatchTextContent(words);
  for (const words of ["Agent", "Inactive", "Never"]) await expect.element(row("Ida")).toMatchTextContent(words);
  await expect.element(row("Una")).toMatchTextContent("Invited");
  expect(row("Una").element().textContent).not.toContain("Two-factor");
  expect(row("Una").element().textContent).not.toContain("Active");
  for (const deed of ["Edit", "Deactivate", "Delete"])
    await expect.element(button(`${deed} Nora Quist`)).toBeDisabled();
  await expect.element(button("Delete Nora Quist")).toHaveAttribute("title", "You cannot delete yourself");
  await expect.element(button("Activate Ida")).toBeEnabled();
  for (const figure of ["Total Users4", "Admins1", "Active Users3", "Agents3"])
    await expect.element(page.getByText(figure.replace(/\d/, "")).first()).toBeVisible();
});

test.each(["agent", "supervisor"] as const)("shows the %s everything, and offers nothing", async (role) => {
  await openScreen({ role });
  await expect.element(page.getByText("View Only Access")).toBeVisible();
  await expect.element(row("Ida")).toBeVisible();
  expect(page.getByRole("button", { name: /Invite|Edit|ctivate|Delete/ }).all()).toEqual([]);
});

test("an invitation that cannot be resent yet says when it can", async () => {
  await openScreen({ items: [self, una, late] });
  await expect.element(button("Resend invitation Una")).toBeEnabled();
  await expect.element(page.getByRole("button", { name: /^Resend in [0-9]+ h Late$/ })).toBeDisabled();
});

test("finds somebody by name or address while typing", async () => {
  await openScreen();
  const field = page.getByRole("searchbox", { name: "Search users" });
  await field.fill("una");
  await expect.element(row("Ida")).not.toBeInTheDocument();
  await expect.element(row("Una")).toBeVisible();
  await field.fill("nobody of this name");
  await expect.element(page.getByText("Nobody has this in their name or address.")).toBeVisible();
  await field.fill("NORA@shop");
  await expect.element(row("Nora Quist")).toBeVisible();
});

test("says when nobody matches", async () => {
  await openScreen({ items: [] });
  await expect.element(page.getByText("No users found")).toBeVisible();
});

const failures: [string, string, () => Promise<void>][] = [
  ["Failed to deactivate user", "Deactivate Bob", () => chosen("Deactivate").click()],
  ["Failed to delete user", "Delete Bob", () => chosen("Delete").click()],
  ["Failed to activate user", "Activate Ida", async () => undefined],
  ["Failed to invite user", "Resend invitation Una", async () => undefined],
  [
    "Failed to update user",
    "Edit Bob",
    async () => {
      await dialog().getByRole("combobox", { name: "Role" }).selectOptions("supervisor");
      await chosen("Update Role").click();
    },
  ],
  [
    "Failed to invite user",
    "Invite Team Member",
    async () => {
      await dialog().getByRole("textbox", { name: "Email Address" }).fill("x@shop.example");
      await dialog().getByRole("textbox", { name: "Full Name" }).fill("X");
      await chosen("Send Invitation").click();
    },
  ],
];
test.each(failures)("'%s' shows the server's reason below it", async (title, opener, go) => {
  const desk = await openScreen();
  desk.answer = () => refusal("not_allowed");
  await button(opener).click();
  await go();
  await expect.element(page.getByRole("alert")).toMatchTextContent(`${title}You do not have permission to do this`);
  expect(desk.asked).toHaveLength(1);
});

test("'Failed to load users' offers a retry", async () => {
  const desk = await openScreen({ items: null as never });
  await expect.element(page.getByRole("alert")).toMatchTextContent("Failed to load users");
  desk.items = [self];
  await button("Try again").click();
  await expect.element(row("(You)")).toBeVisible();
});

test("asks before somebody is deactivated or deleted, in the specified words", async () => {
  const desk = await openScreen();
  await button("Deactivate Bob").click();
  await expect
    .element(dialog())
    .toMatchTextContent("Are you sure you want to deactivate Bob? They will no longer be able to access the system.");
  await chosen("Cancel").click();
  await button("Delete Bob").click();
  await expect
    .element(dialog())
    .toMatchTextContent("Are you sure you want to permanently delete Bob? This action cannot be undone.");
  expect(desk.asked).toEqual([]);
  await chosen("Delete").click();
  await expect.poll(() => desk.asked).toEqual([`DELETE /users/${bob.id}`]);
  await expect.element(page.getByText("Bob was deleted")).toBeVisible();
});

test("somebody already deleted by a colleague counts as deleted", async () => {
  const desk = await openScreen();
  desk.answer = () => refusal("user_not_found");
  await button("Delete Bob").click();
  await chosen("Delete").click();
  await expect.element(page.getByText("Bob was deleted")).toBeVisible();
});

test("an invitation needs name and address, trims only whitespace, and shows errors at their fields", async () => {
  const desk = await openScreen();
  await button("Invite Team Member").click();
  await expect.element(chosen("Send Invitation")).toBeDisabled();
  await dialog().getByRole("textbox", { name: "Email Address" }).fill("   ");
  await dialog().getByRole("textbox", { name: "Full Name" }).fill("X");
  await expect.element(chosen("Send Invitation")).toBeDisabled();
  await expect.element(dialog().getByRole("combobox", { name: "Role" })).toHaveValue("agent");
  desk.answer = () => refusal("input_invalid", { fields: { email: ["Please enter a valid email address"] } });
  await dialog().getByRole("textbox", { name: "Email Address" }).fill("x");
  await chosen("Send Invitation").click();
  await expect.element(dialog().getByText("Please enter a valid email address")).toBeVisible();
  await expect.element(dialog().getByRole("textbox", { name: "Email Address" })).toHaveFocus();
});

test("a role can be saved only once it has changed", async () => {
  const desk = await openScreen();
  await button("Edit Bob").click();
  await expect.element(page.getByRole("dialog", { name: "Edit User: Bob" })).toBeVisible();
  await expect.element(chosen("Update Role")).toBeDisabled();
  await dialog().getByRole("combobox", { name: "Role" }).selectOptions("admin");
  await expect.element(dialog().getByText("Full system access and user management")).toBeVisible();
  desk.answer = () => ({ ...bob, role: "admin" });
  await chosen("Update Role").click();
  await expect.element(page.getByText("Bob is now Admin")).toBeVisible();
  expect(desk.asked).toEqual([`POST /users/${bob.id}/role {"role":"admin"}`]);
});

test("another member's lost second factor is removed with one's own password", async () => {
  const desk = await openScreen({ items: [self, { ...bob, hasTwoFactor: true }, ida] });
  await expect.element(button("Reset Two-Factor Bob")).toBeEnabled();
  for (const name of ["Nora Quist", "Ida"]) expect(button(`Reset Two-Factor ${name}`).elements(), name).toEqual([]);
  await button("Reset Two-Factor Bob").click();
  desk.answer = () => refusal("input_invalid", { fields: { password: ["This is not your password"] } });
  await page.getByLabelText("Your password").fill("wrong");
  await chosen("Reset Two-Factor").click();
  await expect.element(dialog().getByText("This is not your password")).toBeVisible();
  desk.answer = () => ({ ...bob });
  await page.getByLabelText("Your password").fill("deskhand-demo");
  await chosen("Reset Two-Factor").click();
  await expect
    .element(page.getByText("Bob signs in without a second factor until they set one up").first())
    .toBeVisible();
  expect(dialog().elements()).toEqual([]);
  expect(desk.asked).toEqual([
    `POST /users/${bob.id}/two-factor/reset {"password":"wrong"}`,
    `POST /users/${bob.id}/two-factor/reset {"password":"deskhand-demo"}`,
  ]);
});
