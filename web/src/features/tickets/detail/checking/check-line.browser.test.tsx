import type { ReplyFacts } from "@deskhand/contract/checking/facts";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, refusal } from "../../../../testing/fake-server.ts";
import { openTicket } from "../../../../testing/open-ticket.tsx";

const facts: ReplyFacts = {
  orders: [
    {
      name: "#1042",
      orderNumber: "1042",
      isCertain: true,
      currency: "EUR",
      amounts: [
        { kind: "total", amount: "128.80", currency: "EUR", title: null },
        { kind: "refund", amount: "45.90", currency: "EUR", title: null },
      ],
      dates: [{ kind: "ordered", at: "2026-11-03T10:12:00.000Z" }],
      isRefunded: true,
      isShipped: true,
      isAllShipped: false,
      isDelivered: false,
      isAllDelivered: false,
      isCancelled: false,
      isPaid: true,
      isReturned: null,
      parcels: [],
    },
  ],
  orderNames: [],
  customerNames: ["Anna Kowalski"],
  storeName: "Lumen & Loom",
  thread: [],
};

async function openWithOrder() {
  const server = Object.assign(fakeServer(), { facts });
  const ticket = await openTicket(server);
  return { ...ticket, line: page.getByRole("region", { name: "Check before sending" }) };
}

const wrong = "Hi Anna, we refunded 49.90 € and the rest follows.";
const differs = "You write 49.90 €; the refund was 45.90 €";

test("a wrong amount is said below the text, and a button puts the right one in, which Undo takes back", async () => {
  const { composer, line, server, send, sent } = await openWithOrder();
  await composer.fill(wrong);
  await expect.element(line.getByText(differs)).toBeVisible();
  await line.getByRole("button", { name: "Write 45.90 €" }).click();
  await expect.element(composer).toHaveValue(wrong.replace("49.90", "45.90"));
  await expect.element(line.getByText(differs)).not.toBeInTheDocument();
  await expect.element(line).toBeInTheDocument();
  await composer.click();
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(composer).toHaveValue(wrong);
  await expect.element(line.getByText(differs)).toBeVisible();
  await line.getByRole("button", { name: "Write 45.90 €" }).click();
  await send.click();
  await expect.element(sent).toBeVisible();
  expect(server.replies).toMatchObject([
    { shownFindings: [{ kind: "amount", written: "49.90 €", right: "45.90 €", outcome: "taken" }] },
  ]);
});

test("sending asks once about what was not dismissed, and a double click does not answer", async () => {
  const { composer, send, sent, server } = await openWithOrder();
  await composer.fill(wrong);
  await send.dblClick();
  const question = page.getByText(`${differs}.`);
  await expect.element(question).toBeVisible();
  expect(server.replies).toEqual([]);
  await page.getByRole("button", { name: "Send anyway" }).click();
  await expect.element(sent).toBeVisible();
  expect(server.replies).toMatchObject([{ content: wrong, shownFindings: [{ outcome: "sent_anyway" }] }]);
});

test("what was dismissed is asked about no more, in this reply alone", async () => {
  const { composer, line, send, sent, server } = await openWithOrder();
  await composer.fill(wrong);
  await line.getByRole("button", { name: "Dismiss for this reply" }).click();
  await expect.element(line.getByText(differs)).not.toBeInTheDocument();
  await send.click();
  await expect.element(sent).toBeVisible();
  expect(server.replies).toMatchObject([{ shownFindings: [{ outcome: "dismissed" }] }]);
  await composer.fill(wrong);
  await expect.element(line.getByText(differs)).toBeVisible();
});

test("what was changed by hand is recorded as rewritten", async () => {
  const { composer, line, send, sent, server } = await openWithOrder();
  await composer.fill(wrong);
  await expect.element(line.getByText(differs)).toBeVisible();
  await composer.fill("Hi Anna, we refunded 45.90 €.");
  await send.click();
  await expect.element(sent).toBeVisible();
  expect(server.replies).toMatchObject([{ shownFindings: [{ outcome: "rewritten" }] }]);
});

test("what only the server knows is asked about as well", async () => {
  const { composer, send, sent, server } = await openWithOrder();
  const finding = {
    kind: "amount" as const,
    written: "45.90 €",
    right: "40.00 €",
    says: "You write 45.90 €; the refund was 40.00 €",
  };
  server.before = async () => {
    throw refusal("reply_differs", { findings: [finding] });
  };
  await composer.fill("Hi Anna, we refunded 45.90 €.");
  await send.click();
  await expect.element(page.getByText(`${finding.says}.`)).toBeVisible();
  server.before = async () => undefined;
  await page.getByRole("button", { name: "Send anyway" }).click();
  await expect.element(sent).toBeVisible();
  expect(server.replies.at(-1)).toMatchObject({
    shownFindings: [{ kind: "amount", written: "45.90 €", right: "40.00 €", outcome: "sent_anyway" }],
  });
});

test("a right reply is sent without a word", async () => {
  const { composer, line, send, sent } = await openWithOrder();
  await composer.fill("Hi Anna, we refunded 45.90 €.");
  await send.click();
  await expect.element(sent).toBeVisible();
  await expect.element(line).not.toBeInTheDocument();
});
