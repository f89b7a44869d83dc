import type { Team } from "@deskhand/contract/admin/teams";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, refusal } from "../../testing/fake-server.ts";
import { openSettings } from "../../testing/open-settings.tsx";
import { TeamsScreen } from "./teams-screen.tsx";

const [ada, ben] = ["aaaaaaaa-0000-4000-8000-000000000001", "bbbbbbbb-0000-4000-8000-000000000002"] as const;
/** Is in no team. */
const cleo = "cccccccc-0000-4000-8000-000000000003";
const returns: Team = {
  id: "22222222-2222-4222-8222-222222222222",
  name: "<b>Returns</b>",
  memberIds: [ben, ada],
  givesOut: true,
  openLimit: 20,
  tellAfterMinutes: 1,
  version: 3,
};

/** Opens the screen before a server with these teams. */
async function open({
  items = [returns],
  can = ["teams:manage", "people:set-away"] as const as readonly string[],
} = {}) {
  const desk = {
    items,
    away: [{ userId: ben, since: "2026-03-02T10:00:00.000Z" }],
    answer: async (): Promise<unknown> => returns,
  };
  const server = fakeServer();
  server.alsoCan = [...can] as typeof server.alsoCan;
  server.colleagues = [
    { id: ada, name: "Ada Moss", email: "ada@shop.example", role: "agent", isActive: true },
    { id: ben, name: "<script>Ben</script>", email: "ben@shop.example", role: "agent", isActive: true },
    { id: cleo, name: "Cleo Ray", email: "cleo@shop.example", role: "agent", isActive: true },
    { id: crypto.randomUUID(), name: "Former", email: "f@shop.example", role: "agent", isActive: false },
  ];
  const screen = await openSettings(TeamsScreen, {
    path: /^\/api\/teams/,
    list: () => ({ items: desk.items, away: desk.away }),
    answer: () => desk.answer(),
    reads: { "/api/teams/loads": { items: [{ userId: ada, isOnline: true, openTickets: 1 }] } },
    server,
  });
  return Object.assign(desk, screen);
}

const dialog = (name: string) => page.getByRole("dialog", { name });
const member = (name: string) => page.getByRole("listitem").filter({ hasText: name }).last();

test("shows each team's way and members, and who is online or away", async () => {
  await open();
  await expect.element(page.getByRole("heading", { name: "<b>Returns</b>" })).toBeVisible();
  await expect
    .element(
      page.getByText(
        "Each ticket goes to the member who is online with the fewest open tickets, up to 20 each. Supervisors are told of a ticket that nobody has had for 1 minute.",
      ),
    )
    .toBeVisible();
  await expect.element(member("Ada Moss")).toMatchTextContent(/Online1 open ticket/);
  await expect.element(member("<script>Ben</script>")).toMatchTextContent("Away");
});

test("offers an agent nothing to change", async () => {
  await open({ can: [] });
  await expect.element(member("Ada Moss")).toBeVisible();
  expect(page.getByRole("button").elements()).toEqual([]);
});

test("a double click makes one team, of active colleagues and with what was typed", async () => {
  const desk = await open({ items: [] });
  const response = Promise.withResolvers<void>();
  desk.answer = async () => {
    await response.promise;
    return returns;
  };
  await page.getByRole("button", { name: "New Team" }).click();
  const form = dialog("New Team");
  await expect.element(form.getByLabelText(/^Name/)).toHaveFocus();
  await userEvent.keyboard("Wholesale");
  await expect.element(form.getByLabelText("Former")).not.toBeInTheDocument();
  await form.getByLabelText("Ada Moss").click();
  await form.getByLabelText("Open tickets each, at most").fill("5");
  await form.getByLabelText("Minutes until supervisors are told").fill("");
  await form.getByRole("button", { name: "Create Team" }).dblClick();
  response.resolve();
  await expect.element(form).not.toBeInTheDocument();
  expect(desk.requests).toEqual([
    [
      "POST ",
      {
        name: "Wholesale",
        memberIds: [ada],
        givesOut: true,
        openLimit: 5,
        tellAfterMinutes: null,
        idempotencyKey: expect.any(String),
      },
    ],
  ]);
});

test("what is typed and is no number is refused by its field", async () => {
  const desk = await open();
  await page.getByRole("button", { name: /^Edit/ }).click();
  const limit = dialog("Edit Team").getByLabelText("Open tickets each, at most");
  await limit.fill("many");
  await dialog("Edit Team").getByRole("button", { name: "Save Changes" }).click();
  await expect.element(limit).toHaveAccessibleDescription("Enter a number from 1 to 1,000");
  await expect.element(limit).toHaveFocus();
  expect(desk.requests).toEqual([]);
});

test("another admin's change is not written over: one takes theirs, or saves one's own all the same", async () => {
  const desk = await open();
  await page.getByRole("button", { name: /^Edit/ }).click();
  const form = dialog("Edit Team");
  await form.getByLabelText(/^Name/).fill("Mine");
  desk.items = [{ ...returns, name: "Theirs", version: 4 }];
  desk.answer = async () => refusal("team_changed_meanwhile", { version: 4 });
  await form.getByRole("button", { name: "Save Changes" }).click();
  await form.getByRole("button", { name: "Take theirs" }).click();
  await expect.element(form.getByLabelText(/^Name/)).toHaveValue("Theirs");
  await form.getByLabelText(/^Name/).fill("Mine");
  desk.items = [{ ...returns, name: "Theirs again", version: 5 }];
  await form.getByRole("button", { name: "Save Changes" }).click();
  // Until it is shown, the request may not have been answered.
  await expect.element(form.getByRole("button", { name: "Save mine anyway" })).toBeVisible();
  desk.answer = async () => returns;
  await form.getByRole("button", { name: "Save mine anyway" }).click();
  await expect.element(form).not.toBeInTheDocument();
  expect(desk.requests.map(([, body]) => body)).toMatchObject([
    { name: "Mine", expectedVersion: 3 },
    { name: "Mine", expectedVersion: 4 },
    { name: "Mine", expectedVersion: 5 },
  ]);
});

test("closing with changes asks, and without any does not", async () => {
  await open();
  await page.getByRole("button", { name: /^Edit/ }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog("Edit Team")).not.toBeInTheDocument();
  await page.getByRole("button", { name: /^Edit/ }).click();
  await dialog("Edit Team").getByLabelText(/^Name/).fill("Other");
  await userEvent.keyboard("{Escape}");
  await dialog("Discard changes?").getByRole("button", { name: "Keep editing" }).click();
  await expect.element(dialog("Edit Team").getByLabelText(/^Name/)).toHaveValue("Other");
  await dialog("Edit Team").getByRole("button", { name: "Cancel" }).click();
  await dialog("Discard changes?").getByRole("button", { name: "Discard" }).click();
  await expect.element(dialog("Edit Team")).not.toBeInTheDocument();
});

test("leaving the section asks before a new team is dropped", async () => {
  const desk = await open();
  await page.getByRole("button", { name: "New Team" }).click();
  await dialog("New Team").getByLabelText(/^Name/).fill("Wholesale");
  desk.leave();
  const question = dialog("Discard changes?");
  await expect.element(question.getByText("The team you entered has not been saved.")).toBeVisible();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(dialog("New Team").getByLabelText(/^Name/)).toHaveValue("Wholesale");
});

test("a supervisor sets somebody away, who hands their tickets over, and says that another is back", async () => {
  const desk = await open({ can: ["people:set-away"] });
  desk.answer = async () => ({ items: desk.items, away: [{ userId: ada, since: "2026-03-02T10:00:00.000Z" }] });
  await page.getByRole("button", { name: "<script>Ben</script> is back" }).click();
  await page.getByRole("button", { name: "Set <script>Ben</script> away" }).click();
  const form = dialog("Set <script>Ben</script> Away");
  await form.getByLabelText(/^Hand them over/).click();
  await form.getByRole("button", { name: "Set away" }).click();
  await expect.element(form).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Set Cleo Ray away" }).click();
  await dialog("Set Cleo Ray Away").getByRole("button", { name: "Set away" }).click();
  await expect.element(dialog("Set Cleo Ray Away")).not.toBeInTheDocument();
  expect(desk.requests).toEqual([
    [`POST /away/${ben}`, { isAway: false, handsOver: false }],
    [`POST /away/${ben}`, { isAway: true, handsOver: true }],
    [`POST /away/${cleo}`, { isAway: true, handsOver: false }],
  ]);
});
