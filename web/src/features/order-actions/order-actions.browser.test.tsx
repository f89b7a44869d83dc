import type { OrderAction } from "@deskhand/contract/actions/action-parts";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useWantedAnswer } from "../../entities/ticket/wanted.ts";
import { api } from "../../lib/api.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { useSession } from "../../lib/session.ts";
import { euros, grantOf, lamp, newAction } from "../../testing/fake-order-actions.ts";
import { fakeServer, newMessage, refusal } from "../../testing/fake-server.ts";
import { newResponse } from "../../testing/fake-writing.ts";
import "../../ui/theme.css";
import { ActionHost } from "./opened-action.tsx";
import { OrderMenu } from "./order-menu.tsx";
import { TicketActions } from "./waiting-actions.tsx";

function Parts({ orderId, ticketId }: { orderId: string; ticketId: string }) {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <>
      <OrderMenu orderId={orderId} orderName="#1042" ticketId={ticketId} />
      <TicketActions ticketId={ticketId} />
      <ActionHost />
      <Wanted />
    </>
  );
}

/** What a ticket's composer would be filled with. */
function Wanted() {
  const wanted = useWantedAnswer();
  return wanted && <p>{`${wanted.response.title} for ${wanted.ticketId}`}</p>;
}

/** Shows what can be done to an order from a ticket, and what waits there, before a server with it. */
async function open(server = fakeServer()) {
  server.alsoCan.push("orders:act");
  const { ticket, acting } = server;
  const { orderId } = acting.look;
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <Parts orderId={orderId} ticketId={ticket.id} /> }),
    history: createMemoryHistory({ initialEntries: [`/?ticket=${ticket.id}`] }),
  });
  const cache = createQueryClient(() => undefined);
  await render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  /** Changes an action, and tells the screen as its event does. */
  function becomes(id: string | undefined, changes: Partial<OrderAction>) {
    acting.becomes(id ?? "", changes);
    void cache.invalidateQueries({ queryKey: api.orderActions.key() });
  }
  return { acting, router, ticket, becomes };
}

const menu = page.getByRole("button", { name: "Actions on order #1042" });
const item = (name: string | RegExp) => page.getByRole("menuitem", { name });
const dialog = page.getByRole("dialog", { name: /· #1042/ });
const button = (name: string | RegExp) => dialog.getByRole("button", { name });
const pieces = dialog.getByRole("textbox", { name: "Pieces of Linen lamp to refund" });

async function choose(name: string) {
  await menu.click();
  await item(name).click();
  await expect.element(dialog).toBeVisible();
}

test("says what a refund comes to in money and stock, and does it once however often the button is pressed", async () => {
  const { acting, ticket, becomes } = await open();
  await choose("Refund...");
  await expect.element(dialog.getByText("Choose what to refund.")).toBeVisible();
  await button("More: Pieces of Linen lamp to refund").click();
  await dialog.getByRole("combobox", { name: "Stock of Linen lamp" }).selectOptions("Back into stock: returned");
  await dialog.getByRole("combobox", { name: "Put them back at" }).selectOptions("Cork");
  await expect
    .element(dialog.getByText("€45.90 goes back to Shopify Payments. Back into stock: 1 × Linen lamp at Cork."))
    .toBeVisible();
  await button("Refund €45.90").dblClick();
  await expect.element(dialog.getByText("Planned")).toBeVisible();
  const [sent, ...others] = acting.sent;
  expect(others).toEqual([]);
  expect(sent).toMatchObject({
    ticketId: ticket.id,
    version: "v1",
    plan: { lines: [{ lineItemId: "11", quantity: 1, restock: "return", locationId: "22" }], amount: null },
  });
  becomes(sent?.idempotencyKey, { state: "looking" });
  await expect.element(dialog.getByText("We do not know yet whether Shopify did it – we are looking.")).toBeVisible();
  becomes(sent?.idempotencyKey, { state: "done", answer: "Refunded to Visa •••• 4242" });
  await expect.element(dialog.getByText("Refunded to Visa •••• 4242")).toBeVisible();
});

test("after a refund the responses that tell of it are offered, and Shopify mails the customer only if it is chosen", async () => {
  const server = fakeServer();
  server.responses = [
    newResponse({ title: "Refund made", content: "We refunded {{refund.amount}}." }),
    newResponse({ title: "Welcome", content: "Hello {{customer.name}}" }),
  ];
  const { acting, becomes, ticket } = await open(server);
  await choose("Refund...");
  await button("Refund everything").click();
  await button(/^Refund €/).click();
  await expect.poll(() => acting.sent).toMatchObject([{ plan: { notify: false } }]);
  becomes(acting.sent[0]?.idempotencyKey, { state: "done", answer: "Refunded" });
  const offered = dialog.getByRole("region", { name: "Answer with" }).getByRole("button");
  await expect.element(offered).toHaveTextContent("Refund made");
  await offered.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText(`Refund made for ${ticket.id}`)).toBeVisible();
});

test("without the store’s locations nothing is offered to go back into stock", async () => {
  const server = fakeServer();
  server.acting.look.locations = [];
  server.acting.look.lines = [{ ...lamp, unsent: 2 }];
  const { acting } = await open(server);
  await choose("Refund...");
  await button("More: Pieces of Linen lamp to refund").click();
  await expect.element(dialog.getByText(/^Not back into stock: Deskhand may not read/)).toBeVisible();
  await button("Refund €45.90").click();
  await expect.poll(() => acting.sent).toMatchObject([{ plan: { lines: [{ restock: "none" }] } }]);
});

test("offers what can be done now, and says of the rest why it cannot", async () => {
  const server = fakeServer();
  const { offers } = server.acting.look;
  server.acting.look.offers = offers.map((offer) =>
    offer.kind === "cancel" ? { ...offer, state: "no", because: "Already cancelled" } : offer,
  );
  await open(server);
  await menu.click();
  await expect.element(item(/^Cancel order.*Already cancelled/)).toHaveAttribute("aria-disabled", "true");
  await item(/^Cancel order.*Already cancelled/).click({ force: true });
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(item("Refund...")).not.toHaveAttribute("aria-disabled");
});

test("asks for an admin while Deskhand may not change orders, and leads to where that is allowed", async () => {
  const server = fakeServer();
  server.acting.grant = grantOf("off");
  const { router } = await open(server);
  await menu.click();
  await item(/^Ask an admin to let Deskhand change orders/).click();
  await expect.poll(() => router.state.location.href).toContain("view=shopify");
});

test("an order that changed meanwhile is shown with what changed, and what was typed is kept", async () => {
  const { acting } = await open();
  await choose("Refund...");
  await pieces.fill("1");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Arrived broken");
  await expect.element(button("Refund €45.90")).toBeEnabled();
  acting.before = async () => {
    throw refusal("order_changed_meanwhile", { changes: [{ what: "refunded", from: "€0.00", to: "€20.00" }] });
  };
  acting.look = { ...acting.look, version: "v2", lines: [{ ...lamp, refundable: 1 }] };
  await button("Refund €45.90").click();
  await expect.element(dialog.getByText("Refunded: €0.00, now €20.00")).toBeVisible();
  await expect.element(dialog.getByRole("textbox", { name: "Reason" })).toHaveValue("Arrived broken");
  await expect.poll(() => acting.previews.at(-1)?.version).toBe("v2");
  acting.before = async () => undefined;
  await expect.element(button("Refund €45.90")).toBeEnabled();
  await button("Refund €45.90").click();
  await expect.poll(() => acting.sent.map(({ version }) => version)).toEqual(["v1", "v2"]);
});

test("another amount takes a comma and needs a reason, and Enter sends no money", async () => {
  const { acting } = await open();
  await choose("Refund...");
  await dialog.getByRole("checkbox", { name: "Another amount than Shopify suggests" }).click();
  await dialog.getByRole("textbox", { name: /^Amount in EUR/ }).fill("12,50");
  await expect.element(dialog.getByText("Say why it is another amount")).toBeVisible();
  await dialog.getByRole("textbox", { name: /^Reason/ }).fill("Half of it works");
  await expect.element(button("Refund €12.50")).toBeEnabled();
  await userEvent.keyboard("{Enter}");
  await expect.element(button("Refund €12.50")).toHaveFocus();
  expect(acting.sent).toEqual([]);
  await dialog.getByRole("textbox", { name: /^Reason/ }).click();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.poll(() => acting.sent).toMatchObject([{ plan: { amount: "12.50", reason: "Half of it works" } }]);
});

test("what is above a limit is asked for with a word why", async () => {
  const server = fakeServer();
  server.acting.above = { why: "each", limit: "50.00", used: null, currency: "EUR" };
  const { acting } = await open(server);
  await choose("Refund...");
  await button("Refund everything").click();
  await expect.element(button("Ask for approval")).toBeEnabled();
  await expect
    .element(dialog.getByText("More than €50.00 at once: a colleague decides, and reads this."))
    .toBeVisible();
  await button("Ask for approval").click();
  const why = dialog.getByRole("textbox", { name: "Why is it needed?" });
  await expect.element(why).toHaveFocus();
  expect(acting.sent).toEqual([]);
  await why.fill("Both arrived broken");
  await button("Ask for approval").click();
  await expect.element(dialog.getByText("Waits for approval")).toBeVisible();
  expect(acting.sent).toMatchObject([{ why: "Both arrived broken", plan: { withShipping: true } }]);
});

test("a try after a lost answer has the same key", async () => {
  const server = fakeServer();
  const { acting } = await open(server);
  await choose("Cancel order...");
  let isLost = true;
  acting.before = async () => {
    if (!isLost) return;
    isLost = false;
    throw refusal("store_unreachable");
  };
  await expect.element(button("Cancel order, refund €96.70")).toBeEnabled();
  await button("Cancel order, refund €96.70").click();
  await expect.element(dialog.getByText("Planned")).toBeVisible();
  const [first, second] = acting.sent;
  expect(second).toEqual(first);
});

test("offers the address of the customer’s mail beside the order’s, and takes it over with one click", async () => {
  const server = fakeServer();
  const content = "Hello,\nI moved:\n\nHafenstraße 12\n20457 Hamburg\n\nInes";
  server.ticket.messages.push(newMessage(server.ticket.id, { content }));
  const { acting } = await open(server);
  await choose("Change shipping address...");
  await expect.element(dialog.getByText("From Ines’s mail: Hafenstraße 12, 20457 Hamburg, Germany")).toBeVisible();
  await expect.element(dialog.getByRole("textbox", { name: "Street and number" })).toHaveValue("Lindenweg 3");
  await button("Use this address").click();
  await expect.element(dialog.getByRole("textbox", { name: "Street and number" })).toHaveValue("Hafenstraße 12");
  await expect.element(dialog.getByText("Was: Lindenweg 3")).toBeVisible();
  await button("Change address").click();
  await expect
    .poll(() => acting.sent)
    .toMatchObject([
      { plan: { address: { firstName: "Ines", address1: "Hafenstraße 12", zip: "20457", city: "Hamburg" } } },
    ]);
});

test("fields follow the country, and those it has not are not sent", async () => {
  const { acting } = await open();
  await choose("Change shipping address...");
  await dialog.getByRole("combobox", { name: "Country" }).selectOptions("United States");
  await dialog.getByRole("combobox", { name: "State" }).selectOptions("Texas");
  await expect.poll(() => acting.previews.at(-1)).toMatchObject({ plan: { address: { provinceCode: "TX" } } });
  await dialog.getByRole("combobox", { name: "Country" }).selectOptions("France");
  await expect.element(dialog.getByRole("combobox", { name: "State" })).not.toBeInTheDocument();
  await expect.poll(() => acting.previews.at(-1)).toMatchObject({ plan: { address: { provinceCode: null } } });
});

test("asks before it drops what was entered", async () => {
  await open();
  await choose("Change tags and note...");
  await dialog.getByRole("textbox", { name: "Note" }).fill("Call first");
  await userEvent.keyboard("{Escape}");
  const question = page.getByRole("dialog", { name: "Discard changes?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(dialog.getByRole("textbox", { name: "Note" })).toHaveValue("Call first");
  await userEvent.keyboard("{Escape}");
  await question.getByRole("button", { name: "Discard" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(menu).toHaveFocus();
});

test("a tag that is typed and not added is not forgotten", async () => {
  const { acting } = await open();
  await choose("Change tags and note...");
  await button("Remove tag vip").click();
  await dialog.getByRole("textbox", { name: "New tag" }).fill("broken");
  await button("Save tags and note").click({ force: true });
  await expect.element(button("Do not add tag broken")).toBeVisible();
  await expect.element(button("Save tags and note")).toBeEnabled();
  await button("Save tags and note").click();
  await expect
    .poll(() => acting.sent)
    .toMatchObject([{ plan: { addTags: ["broken"], removeTags: ["vip"], note: null } }]);
});

test("quantities change within what was not sent, and products are found and added", async () => {
  const server = fakeServer();
  server.acting.look.lines = [{ ...lamp, unsent: 1 }];
  const found = { variantTitle: null, sku: "BULB", price: "4.00", currency: "EUR", available: 3 } as const;
  server.acting.variants = [{ ...found, variantId: "51", title: "Bulb" }];
  const { acting } = await open(server);
  await choose("Change items...");
  await button("Fewer: Pieces of Linen lamp").click();
  await expect.element(button("Fewer: Pieces of Linen lamp")).toBeDisabled();
  await dialog.getByRole("combobox", { name: "Search products" }).fill("bulb");
  await page.getByRole("option", { name: /Bulb/ }).click();
  await button("More: Pieces of Bulb to add").click();
  await button("Change items, €45.90 to pay").click();
  await expect
    .poll(() => acting.sent)
    .toMatchObject([
      {
        plan: {
          lines: [{ lineItemId: "11", quantity: 1, restock: true }],
          added: [{ variantId: "51", quantity: 2 }],
        },
      },
    ]);
});

const notice = page.getByRole("status");

test("what waits for approval stands on the ticket, with who asks and why, and is approved or declined with a word", async () => {
  const server = fakeServer();
  const waiting = newAction({
    words: "Refund €450.00 of #1042",
    money: euros("450.00"),
    why: "Arrived broken",
    above: { why: "each", limit: "50.00", used: null, currency: "EUR" },
    mayDecide: true,
  });
  server.acting.actions = [waiting];
  const { acting, becomes } = await open(server);
  await expect
    .element(notice)
    .toMatchTextContent("Ola Berg asks for approval: “Arrived broken” (More than €50.00 at once).");
  await page.getByRole("button", { name: "Decide..." }).click();
  const decision = page.getByRole("dialog", { name: "Approve or decline" });
  await decision.getByRole("button", { name: "Decline..." }).click();
  await page.getByRole("textbox", { name: /^Why not\? Ola Berg reads this/ }).fill("Send a new one instead");
  await page.getByRole("dialog", { name: "Decline" }).getByRole("button", { name: "Decline" }).click();
  await expect.poll(() => acting.decisions).toEqual([[waiting.id, "declined: Send a new one instead"]]);
  becomes(waiting.id, { state: "waiting", mayDecide: true });
  await page.getByRole("button", { name: "Decide..." }).click();
  await decision.getByRole("button", { name: "Approve €450.00" }).dblClick();
  await expect.element(notice).toMatchTextContent("It goes to Shopify in a moment.");
  expect(acting.decisions.slice(1)).toEqual([[waiting.id, "approved"]]);
});

test("an approval of an order that changed says what changed, and does nothing", async () => {
  const server = fakeServer();
  server.acting.actions = [newAction({ mayDecide: true })];
  const { acting } = await open(server);
  acting.before = async () => {
    throw refusal("order_changed_meanwhile", { changes: [{ what: "cancelled", from: null, to: "Mar 2" }] });
  };
  await page.getByRole("button", { name: "Decide..." }).click();
  await page.getByRole("button", { name: "Approve €45.90" }).click();
  await expect.element(page.getByText("Cancelled: Mar 2")).toBeVisible();
});

test("one’s own request can be taken back, and what nobody knows can be looked for again", async () => {
  const server = fakeServer();
  const own = newAction({ isMine: true });
  const unknown = newAction({ state: "unknown", words: "Cancel #1043" });
  server.acting.actions = [own, unknown, newAction({ state: "done", words: "Refund €1.00 of #1041" })];
  const { acting } = await open(server);
  await page.getByRole("button", { name: "Take back" }).click();
  await page.getByRole("button", { name: "Look again" }).click();
  await expect.element(page.getByText("We do not know yet whether Shopify did it – we are looking.")).toBeVisible();
  expect(acting.decisions).toEqual([
    [own.id, "taken back"],
    [unknown.id, "looked"],
  ]);
  await expect.element(page.getByText("Refund €1.00 of #1041")).not.toBeInTheDocument();
});
