import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openTicket } from "./ticket-screen.ts";

const desk = await openDesk();

test("what happens while the live connection is cut shows once it stands again", async () => {
  const { page, address, ticketsPath } = await desk.newStore("tin-whistle");
  let isCut = false;
  const sockets: { close(): Promise<void> }[] = [];
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (isCut) return void socket.close();
    const server = socket.connectToServer();
    sockets.push({ close: async () => void (await Promise.all([socket.close(), server.close()])) });
  });
  await page.goto(ticketsPath);
  const maya = desk.newCustomer("Maya Chen", "maya@chen.example");
  await maya.writes({ to: address, subject: "Whistle in D", text: "Do you have a whistle in D?" });
  const ticket = await openTicket(page, "Whistle in D");
  await ticket.reply("Yes, in brass.");
  const answer = await desk.mailbox.next(maya.email);
  await expect(ticket.message("Yes, in brass.").getByText("Sent", { exact: true })).toBeVisible();

  isCut = true;
  await Promise.all(sockets.map((socket) => socket.close()));
  // By then whatever was sent before has been fetched.
  await expect(page.getByText("The live connection is interrupted.")).toBeAttached({ timeout: 15_000 });
  await maya.replies(answer, "Brass is what I was looking for.");
  await maya.writes({ to: address, subject: "And a case", text: "A case for it, too, please." });
  const count = async () => (await (await page.request.get("/api/tickets")).json()).total;
  await expect.poll(count).toBe(2);
  await expect(ticket.message("Brass is what I was looking for.")).toBeHidden();
  isCut = false;

  await expect(ticket.message("Brass is what I was looking for.")).toBeVisible({ timeout: 20_000 });
  await ticket.close();
  await expect(page.getByRole("link", { name: "And a case" })).toBeVisible();
  // What tells of the ticket that was open is read.
  await expect(page.getByRole("button", { name: "Notifications, 1 new" })).toBeVisible();
  await expect(page.getByText("The live connection is interrupted.")).toBeHidden();
});
