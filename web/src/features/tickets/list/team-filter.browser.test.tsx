import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { fakeServer } from "../../../testing/fake-server.ts";
import { openTicket } from "../../../testing/open-ticket.tsx";
import { show } from "../../../testing/ticket-orders.tsx";
import { TeamFilter } from "./team-filter.tsx";
import { filterOfSearch, type TicketListFilter } from "./ticket-list-filter.ts";
import { TicketRow } from "./ticket-row.tsx";

const id = "22222222-2222-4222-8222-222222222222";
const rest = { memberIds: [], givesOut: false, openLimit: null, tellAfterMinutes: null, version: 1 };
const script = { ...rest, id, name: "<script>alert(1)</script>" };
const returns = { ...rest, id: "33333333-3333-4333-8333-333333333333", name: "Returns" };

const chosen: string[] = [];
function Shown() {
  const [filter, setFilter] = useState<TicketListFilter>(filterOfSearch({}));
  function choose(next: TicketListFilter) {
    chosen.push(next.team);
    setFilter(next);
  }
  return <TeamFilter filter={filter} onChange={choose} />;
}

test("offers the store's teams, and those without one, of which one is chosen", async () => {
  fakeServer().teams = [script, returns];
  await show(Shown);
  await page.getByRole("button", { name: "Team" }).click();
  await page.getByRole("radio", { name: script.name }).click();
  await page.getByRole("radio", { name: "No team" }).click();
  await page.getByRole("radio", { name: "Any team" }).click();
  expect(chosen).toEqual([id, "nobody", ""]);
});

test("a row names its ticket's team", async () => {
  const server = fakeServer();
  server.teams = [returns];
  await show(() => (
    <div className="@container">
      <TicketRow
        ticket={{ ...server.ticket, teamId: returns.id }}
        assignee={null}
        isOpen={false}
        isTabStop
        isGone={false}
      />
    </div>
  ));
  await expect.element(page.getByTitle("Team: Returns")).toBeVisible();
});

test("a ticket's team is chosen beside its assignee, in a store that has teams", async () => {
  const server = fakeServer();
  server.teams = [returns];
  const asked: unknown[] = [];
  server.onTheWay = async (request) => {
    if (request.method !== "PATCH") return undefined;
    asked.push(await request.json());
    return Response.json(Object.assign(server.ticket, { teamId: returns.id }));
  };
  await openTicket(server);
  const field = page.getByRole("combobox", { name: "Team" });
  await expect.element(field).toHaveDisplayValue("No team");
  await field.selectOptions("Returns");
  await expect.element(field).toHaveDisplayValue("Returns");
  await expect.poll(() => asked).toMatchObject([{ teamId: returns.id, expected: { teamId: null } }]);
});
