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
  // A screen reader says it as well.
  await expect.element(mark).toHaveTextContent(`From another address: ${words}`);
  const { right } = mark.element().getBoundingClientRect();
  expect(right).toBeLessThanOrEqual(row.element().getBoundingClientRect().right);
});

test("it marks nothing where the store passed the mail on", async () => {
  const passed = await showRow({ writtenFrom: { email: "support@shop.example", isStores: true } });
  expect(passed.element().textContent).not.toContain("another address");
});

test("beside a sender who is not verified, that alone is marked", async () => {
  const row = await showRow({ writtenFrom: mallory, isUnverified: true });
  await expect.element(row.getByText("Sender not verified")).toBeVisible();
  expect(row.element().textContent).not.toContain("another address");
});

test("what is done shows what it was about, and two ages of one moment are the same", async () => {
  const at = fromNow({ minutes: -5 }).toISOString();
  const said = { newestWords: "Thank you!", preview: "Where is my lamp?", createdAt: at, updatedAt: at };
  const row = await showRow({ ...said, status: "closed" });
  await expect.element(row.getByText("Where is my lamp?")).toBeVisible();
  const ages = [...row.element().querySelectorAll("time")].map(({ textContent }) => textContent);
  expect(ages).toEqual(["Just now", "Just now"]);
});

test("it says what one wrote and did not send, also in another tab", async () => {
  const { ticket } = fakeServer();
  const key = draftKey(agent.id, "reply", ticket.id);
  onTestFinished(() => localStorage.removeItem(key));
  const row = await showRow({ id: ticket.id });
  await expect.element(row.getByText("Draft")).not.toBeInTheDocument();
  localStorage.setItem(key, "Dear Ines");
  await expect
    .poll(() => {
      // As a browser tells the other tabs, once the mark has come to listen.
      dispatchEvent(new StorageEvent("storage", { key }));
      return row.getByTitle("Your unsent reply").elements().length;
    })
    .toBe(1);
});
