import type { TicketList } from "@deskhand/contract/tickets";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { seesAfter } from "./sees-after.ts";
import { openTicket } from "./ticket-screen.ts";

const desk = await openDesk();

test("events during a cut of the live connection show once it is back, with their toasts", async () => {
  const { page, address, ticketsPath } = await desk.newStore("tin-whistle");
  let isCut = false;
  const sockets: { close(): Promise<void> }[] = [];
  // Events before the first connection are not reported as news.
  const stands = Promise.withResolvers<void>();
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (isCut) return void socket.close();
    const server = socket.connectToServer();
    server.onMessage((message) => {
      socket.send(message);
      if (message.includes('"ready"')) stands.resolve();
    });
    sockets.push({ close: async () => void (await Promise.all([socket.close(), server.close()])) });
  });
  await page.goto(ticketsPath);
  const maya = desk.newCustomer("Maya Chen", "maya@chen.example");
  await maya.writes({ to: address, subject: "Whistle in D", text: "Do you have a whistle in D?" });
  const ticket = await openTicket(page, "Whistle in D");
  await ticket.reply("Yes, in brass.");
  const answer = await desk.mailbox.next(maya.email);
  await expect(ticket.message("Yes, in brass.").getByText("Sent", { exact: true })).toBeVisible();

  await stands.promise;
  isCut = true;
  await Promise.all(sockets.map((socket) => socket.close()));
  // By then everything sent before has been fetched.
  await expect(page.getByText("The live connection is interrupted.")).toBeAttached();
  await maya.replies(answer, "Brass is what I was looking for.");
  await maya.writes({ to: address, subject: "And a case", text: "A case for it, too, please." });
  const counts = async () => {
    const { items }: TicketList = await (await page.request.get("/api/tickets")).json();
    return items.map(({ messageCount }) => messageCount).sort();
  };
  await expect.poll(counts).toEqual([1, 3]);
  await expect(ticket.message("Brass is what I was looking for.")).toBeHidden();
  const reconnect = async () => {
    isCut = false;
  };
  await seesAfter(reconnect, page, "New ticket created");
  await expect(ticket.message("Brass is what I was looking for.")).toBeVisible();
  // Notifications of the open ticket count as read.
  const bell = page.getByRole("button", { name: "Notifications, 1 new", includeHidden: true });
  const list = page.getByRole("list", { name: "Tickets", exact: true, includeHidden: true });
  const other = list.getByRole("link", { name: "And a case", includeHidden: true });
  for (const news of [bell, other]) await expect(news).toBeVisible();
  await ticket.close();
  for (const news of [bell, other]) await expect(news).toBeVisible();
  await expect(page.getByText("The live connection is interrupted.")).toBeHidden();
});
