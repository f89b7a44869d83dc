import type { TicketCard } from "@deskhand/contract/tickets";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { draftKey } from "../../../lib/drafts.ts";
import { agent, fakeServer } from "../../../testing/fake-server.ts";
import { fromNow } from "../../../testing/stop-clock.ts";
import { show } from "../../../testing/ticket-orders.tsx";
import { TicketRow } from "./ticket-row.tsx";

const mallory = { email: "mallory@evil.example", isStores: false };
const words = "Written from mallory@evil.example, answers go to ines@roth.example";

async function showRow(changes: Partial<TicketCard>) {
  const ticket = { ...fakeServer().ticket, ...changes };
  await show(() => (
    <div className="@container">
      <TicketRow ticket={ticket} assignee={null} isOpen={false} isTabStop isGone={false} />
    </div>
  ));
  const row = page.getByRole("article");
  await expect.element(row.getByRole("link", { name: ticket.subject })).toBeVisible();
  return row;
}

test.each([1440, 1366, 390])("at %i a row marks what was written from another address", async (width) => {
  await page.viewport(width, 650);
  const row = await showRow({ writtenFrom: mallory, subject: "Please change the address that my parcel goes to" });
  const mark = row.getByText(/^From another address/);
  await expect.element(mark).toBeVisible();
  await expect.element(row.getByTitle(words)).toBeVisible();
  // Screen readers get it too.
  await expect.element(mark).toHaveTextContent(`From another address: ${words}`);
  const { right } = mark.element().getBoundingClientRect();
  expect(right).toBeLessThanOrEqual(row.element().getBoundingClientRect().right);
});

test("no mark when the store itself forwarded the mail", async () => {
  const passed = await showRow({ writtenFrom: { email: "support@shop.example", isStores: true } });
  expect(passed.element().textContent).not.toContain("another address");
});

test("beside an unverified sender only that mark is shown", async () => {
  const row = await showRow({ writtenFrom: mallory, isUnverified: true });
  await expect.element(row.getByText("Sender not verified")).toBeVisible();
  expect(row.element().textContent).not.toContain("another address");
});

test("an archived ticket shows its first message, and two equal ages appear once", async () => {
  const at = fromNow({ minutes: -5 }).toISOString();
  const texts = { newestWords: "Thank you!", preview: "Where is my lamp?", createdAt: at, updatedAt: at };
  const row = await showRow({ ...texts, status: "closed" });
  await expect.element(row.getByText("Where is my lamp?")).toBeVisible();
  const ages = [...row.element().querySelectorAll("time")].map(({ textContent }) => textContent);
  expect(ages).toEqual(["Just now", "Just now"]);
});

test("a row marks the user's own unsent text, also from another tab", async () => {
  const { ticket } = fakeServer();
  const key = draftKey(agent.id, "reply", ticket.id);
  onTestFinished(() => localStorage.removeItem(key));
  const row = await showRow({ id: ticket.id });
  await expect.element(row.getByText("Draft")).not.toBeInTheDocument();
  localStorage.setItem(key, "Dear Ines");
  await expect
    .poll(() => {
      // As a browser notifies other tabs, once the mark is listening.
      dispatchEvent(new StorageEvent("storage", { key }));
      return row.getByTitle("Your unsent reply").elements().length;
    })
    .toBe(1);
});
