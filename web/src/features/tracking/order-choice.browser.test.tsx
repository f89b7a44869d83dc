import type { FoundOrder } from "@deskhand/contract/tracking";
import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { useSession } from "../../lib/session.ts";
import { fakeServer, refusal } from "../../testing/fake-server.ts";
import { newCustomer, newOrder, open, show } from "../../testing/ticket-orders.tsx";
import { FillFromOrder } from "./fill-from-order.tsx";
import { OrderBrief } from "./order-brief.tsx";

const why = { because: "only_open", doubt: "not_named", words: [] } satisfies Partial<FoundOrder>;
const likely = (number: string) => ({ ...why, certainty: "likely" as const, words: [], order: newOrder(number) });
const certain = (number: string) => ({ ...likely(number), certainty: "certain" as const, doubt: null });
const use = (number: string) => page.getByRole("button", { name: `Use #${number}`, exact: true });

test("a probable order becomes the ticket's with one click in its card", async () => {
  const { server, tab } = await open({ found: [likely("1152")], customer: newCustomer([newOrder("1152")]) });
  // In the short card and on the tab.
  await expect.poll(() => use("1152").elements()).toHaveLength(2);
  await use("1152").first().click();
  await expect.element(tab.getByText(/^set by Nora Quist/)).toBeVisible();
  await expect.element(use("1152")).not.toBeInTheDocument();
  expect(server.tracking.saved?.orderNumber).toBe("1152");
});

test.each([
  ["several that fit as well are offered each", { found: [likely("1"), likely("2")] }, ["Use #1", "Use #2"]],
  ["two that are named alike surely too", { found: [certain("1"), certain("2")] }, ["Use #1", "Use #2"]],
  ["one that is certain is settled", { found: [certain("1"), likely("2")] }, []],
  ["somebody else's is never offered so", { found: [{ ...likely("1"), certainty: "other" as const }] }, []],
  ["nothing is offered on an archived ticket", { found: [likely("1")], status: "closed" as const }, []],
])("%s", async (_, known, offered) => {
  await open(known);
  const names = () =>
    page
      .getByRole("button", { name: /^Use #/ })
      .elements()
      .map((button) => button.textContent);
  // On the tab and in the short card.
  await expect.poll(names).toEqual([...offered, ...offered]);
});

test("several choices have their own line in the card, one each, below the link to the tracking", async () => {
  await page.viewport(1280, 800);
  const server = fakeServer();
  server.tracking = { ...server.tracking, found: [likely("1151"), likely("1152")] };
  await show(() => (
    <div className="w-82">
      <OrderBrief ticket={server.ticket} onShowTracking={() => undefined} />
    </div>
  ));
  await expect.element(use("1152")).toBeVisible();
  const [first, second, tracking] = [use("1151"), use("1152"), page.getByRole("button", { name: "Show tracking" })].map(
    (button) => button.element().getBoundingClientRect(),
  );
  if (!first || !second || !tracking) throw new Error("They are there");
  expect(second.top).toBe(first.top);
  expect(first.top).toBeGreaterThanOrEqual(tracking.bottom);
});

test("a ticket that names an unknown number is not said to name none", async () => {
  const { tab } = await open({ found: [likely("1152")], notFound: ["9999"] });
  await expect
    .element(tab.getByText("The customer names no order that is known here; this is their only open one."))
    .toBeVisible();
});

test("a failed choice shows its reason beside it", async () => {
  const { server } = await open({ found: [likely("1152")] });
  server.before = async () => {
    throw refusal("ticket_archived");
  };
  await use("1152").first().click();
  await expect.element(page.getByRole("alert").first()).toMatchTextContent(/archived/);
});

const recipients = { to: [{ email: "ines@roth.example", name: "Ines Roth" }], cc: [], bcc: [], answersId: null };

function Reply({ server, begun }: { server: ReturnType<typeof fakeServer>; begun: string }) {
  const { user } = useSession();
  const [text, setText] = useState(begun);
  if (user === null) return null;
  return (
    <>
      <textarea aria-label="Your reply" value={text} onChange={(event) => setText(event.target.value)} />
      <FillFromOrder ticket={server.ticket} {...{ text, recipients }} replaceText={setText} focus={() => undefined} />
    </>
  );
}

test("one click in a reply selects the order, fills the placeholders, and keeps text typed meanwhile", async () => {
  const server = fakeServer();
  server.tracking = { ...server.tracking, found: [likely("1152")], customer: newCustomer([newOrder("1152")]) };
  server.placeholders = { "order.name": "#1152", "tracking.url": "https://dhl.example/JD0146" };
  const response = Promise.withResolvers<void>();
  server.before = () => response.promise;
  await show(() => <Reply server={server} begun="{{order.name}}: {{tracking.url}} {{tracking.expected}}" />);
  const reply = page.getByRole("textbox", { name: "Your reply" });
  await use("1152").click();
  await reply.fill("{{order.name}}: {{tracking.url}} {{tracking.expected}} Best, Nora");
  response.resolve();
  await expect.element(reply).toHaveValue("#1152: https://dhl.example/JD0146 {{tracking.expected}} Best, Nora");
  expect(server.tracking.saved?.orderNumber).toBe("1152");
});
