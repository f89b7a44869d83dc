import type { BrowserContext } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";
import { supportAddress } from "./support-address.ts";
import { listedTickets, openTicket, ticketScreen } from "./ticket-screen.ts";

const desk = await openDesk();
/** The live connection itself notices a lost network after 35 seconds. */
const lost = { timeout: 25_000 };

/** Takes the network away as a pulled cable does: nothing is said, and nothing is heard. */
async function pullableCable(context: BrowserContext): Promise<() => void> {
  let isPulled = false;
  await context.routeWebSocket(/socket\.io/, (page) => {
    const server = page.connectToServer();
    page.onMessage((message) => !isPulled && server.send(message));
    server.onMessage((message) => !isPulled && page.send(message));
  });
  return () => {
    isPulled = true;
  };
}

test("agents see at once who else looks at a ticket, writes and answers, and soon whose connection is lost", async () => {
  const mina = await signInAtDemoStore(desk, "agent");
  const ruben = await signInAtDemoStore(desk, "supervisor");
  await ruben.request.patch("/api/desk/preferences", { data: { undoSeconds: 30, afterSend: "next" } });
  const pull = await pullableCable(mina.context());
  const list = "/dashboard/tickets?q=Hammock+in+blue";
  await Promise.all([mina, ruben].map((page) => page.goto(list)));
  await expect(mina.getByText("No active tickets found")).toBeVisible();
  const otto = desk.newCustomer("Otto Krause", "otto@krause.example");
  const to = await supportAddress(mina);
  await otto.writes({ to, subject: "Hammock in blue", text: "Does the hammock come in blue?" });

  const minas = await openTicket(mina, "Hammock in blue");
  const row = listedTickets(ruben, "Hammock in blue");
  await expect(row.getByTitle("Mina Castellanos is looking")).toBeVisible();
  const rubens = await openTicket(ruben, "Hammock in blue");
  await expect(rubens.dialog.getByText("Mina Castellanos is looking")).toBeVisible();
  await expect(minas.dialog.getByText("Ruben Okafor is looking")).toBeVisible();

  // It is told for five seconds after the last key.
  await expect(async () => {
    await minas.composer.fill("");
    await minas.composer.pressSequentially("In blue, ");
    await expect(rubens.dialog.getByText("Mina Castellanos is writing")).toBeVisible({ timeout: 4_000 });
  }).toPass({ timeout: 30_000 });
  // Some seconds after the last key.
  await expect(rubens.dialog.getByText("Mina Castellanos is looking")).toBeVisible();

  // A reply that can still be undone is told of, wherever its author went on to; undone it is none any more.
  await rubens.composer.fill("We have it in blue.");
  await rubens.dialog.getByRole("button", { name: "Send Reply" }).click();
  const isSending = minas.dialog.getByText("Ruben Okafor is sending a reply");
  await expect(isSending).toBeVisible();
  await ruben.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(rubens.composer).toHaveValue("We have it in blue.");
  await expect(isSending).toBeHidden();
  await expect(minas.dialog.getByText("Ruben Okafor is looking")).toBeVisible();

  // What somebody wrote is told of at the composer, before one sends.
  await rubens.dialog.getByRole("button", { name: "Send Reply" }).click();
  await expect(isSending).toBeVisible();
  const notice = minas.dialog.getByText("Ruben Okafor answered just now");
  await expect(notice).toBeHidden();
  await ruben.getByRole("button", { name: "Send now", exact: true }).click();
  await expect(notice).toBeVisible();
  await expect(isSending).toBeHidden();
  await expect(minas.composer).toHaveValue("In blue, ");
  await minas.dialog.getByRole("button", { name: "Show", exact: true }).click();
  await expect(notice).toBeHidden();
  await expect(minas.message("We have it in blue.")).toBeInViewport();

  // Another tab of the same person is the same person.
  const second = await mina.context().newPage();
  await second.goto(mina.url());
  await expect(ticketScreen(second).dialog).toBeVisible();
  await ruben.goto(list);
  await expect(row.getByTitle("Mina Castellanos is looking")).toBeVisible();
  await second.close();

  // Who closes the ticket is gone at once; whose network is pulled, within 15 seconds.
  await minas.close();
  await expect(row.getByTitle(/Mina Castellanos/)).toBeHidden();
  await openTicket(mina, "Hammock in blue");
  await expect(row.getByTitle("Mina Castellanos is looking")).toBeVisible();
  pull();
  await expect(row.getByTitle(/Mina Castellanos/)).toBeHidden(lost);
});

test("who signs out is gone at once, and whose own connection is lost sees nobody", async () => {
  const [mina, ruben, admin] = [
    await signInAtDemoStore(desk, "agent"),
    await signInAtDemoStore(desk, "supervisor"),
    await signInAtDemoStore(desk, "admin"),
  ];
  const pull = await pullableCable(ruben.context());
  const list = "/dashboard/tickets?q=Hammock+in+red";
  await ruben.goto(list);
  const otto = desk.newCustomer("Otto Krause", "otto@krause.example");
  const to = await supportAddress(ruben);
  await otto.writes({ to, subject: "Hammock in red", text: "And in red?" });
  const row = listedTickets(ruben, "Hammock in red");
  await expect(row).toBeVisible();
  await Promise.all([mina, admin].map((page) => page.goto(list)));
  await Promise.all([mina, admin].map((page) => openTicket(page, "Hammock in red")));
  await expect(row.getByTitle(/Mina Castellanos and .+ are looking|.+ and Mina Castellanos are looking/)).toBeVisible();
  await admin.request.post("/api/auth/sign-out", { data: {}, headers: { origin: desk.url } });
  await expect(row.getByTitle("Mina Castellanos is looking")).toBeVisible();
  pull();
  await expect(row.getByTitle(/Mina Castellanos/)).toBeHidden(lost);
});
