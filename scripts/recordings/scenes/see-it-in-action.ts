import type { OrderDetail } from "@deskhand/contract/orders";
import type { Page } from "playwright";
import { openMailProgram } from "../mail-program.ts";
import { letUndo, post, type Stage, supportAddress } from "../stage.ts";

/** One mail goes from a customer to the agent, and the answer back into the customer's thread. */
export async function seeItInAction(stage: Stage): Promise<void> {
  const { camera, hand } = stage;
  const desk = await stage.openDemo("agent");
  const { name: order, customer, fulfillments } = await orderOnItsWay(desk);
  const { parcels = [], estimatedDeliveryAt = null } = fulfillments[0] ?? {};
  const day = new Date(estimatedDeliveryAt ?? "").toLocaleDateString("en-US", { weekday: "long", timeZone: "UTC" });
  const owner = { name: customer?.name ?? "", email: customer?.email ?? "" };
  const [first = ""] = owner.name.split(" ");
  const mail = await openMailProgram(stage, owner);
  await letUndo(desk, 30);
  // The first polishing loads the dictionary, which the film should not show.
  await post(desk, "/api/polish", { text: "Your parcel is on its way." });
  await desk.goto("/dashboard/tickets");
  await desk.getByRole("list", { name: "Tickets" }).getByRole("link").first().waitFor();

  const subject = `Where is my order ${order}?`;
  await mail.compose(await supportAddress(desk), subject);
  await camera.show(mail.page);
  await camera.say(`${first} ordered from Lumen & Loom, and writes to the shop in her own mail program.`);
  await hand.fill(
    mail.text,
    `Hello,\n\nI am looking forward to my order, but I have not heard anything since it was sent. Can you see where it is?\n\n${owner.name}`,
  );
  await hand.click(mail.sendButton);

  await camera.show(desk);
  await camera.say("At the shop, Mina has her tickets in front of her.");
  await camera.watch(1.5);
  const row = desk.getByRole("link", { name: subject, exact: true });
  await mail.handOver();
  await camera.watchUntil(row.waitFor());
  await camera.say("The mail arrives, and is a ticket in her list at once. Nobody had to reload anything.");
  await hand.pointAt(row);
  await camera.watch(1.5);
  await hand.click(row);

  const ticket = desk.getByRole("dialog", { name: /^Ticket: / });
  await camera.watchUntil(ticket.getByText("Can you see where it is?").last().waitFor());
  camera.markPoster();
  await camera.say("Beside the mail stands who wrote, what they bought before, and which tickets they had.");
  await hand.pointAt(ticket.getByRole("complementary").getByRole("link", { name: /other ticket/ }));
  await camera.watch(2);
  await camera.say("And the order that the mail is about. Nobody had to look it up.");
  await hand.pointAt(ticket.getByRole("complementary").getByRole("link", { name: order, exact: true }));
  await camera.watch(2.5);
  await camera.say("“Show tracking” says where the parcel is, and when it is expected.");
  await hand.click(ticket.getByRole("button", { name: "Show tracking" }));
  await camera.watchUntil(ticket.getByRole("heading", { name: "Tracking History" }).waitFor());
  await hand.pointAt(ticket.getByRole("heading", { name: "Tracking History" }));
  await camera.watch(2.5);
  await camera.say("Mina knows enough to answer.", "top");
  await hand.click(ticket.getByRole("tab", { name: /^Messages/ }));

  await hand.fill(
    ticket.getByPlaceholder("Type your response..."),
    `Hi ${first},\n\nYour parcel is with ${parcels[0]?.company} and on it's way to you. We expect that you recieve it on ${day}. Thank you for you're patience!`,
  );
  await camera.say(
    "“Polish” checks the spelling on the shop's own server, and shows each change before it is taken.",
    "top",
  );
  await hand.click(ticket.getByRole("button", { name: "Polish" }));
  const review = desk.getByRole("dialog", { name: "Polished reply" });
  await camera.watchUntil(review.waitFor());
  await camera.watch(2.5);
  await hand.click(review.getByRole("button", { name: "Use polished text" }));
  await camera.say("“Send Reply”, and Mina is in the next ticket that needs an answer.", "top");
  const number = (await ticket.getByRole("heading", { level: 2 }).textContent()) ?? "";
  await hand.click(ticket.getByRole("button", { name: "Send Reply" }));
  await camera.watchUntil(ticket.getByRole("heading", { level: 2 }).filter({ hasNotText: number }).waitFor());
  await camera.say("For some seconds “Undo” takes back what was sent. This one may go at once.", "top");
  await hand.pointAt(desk.getByRole("button", { name: "Undo", exact: true }));
  await camera.watch(1.5);
  await hand.click(desk.getByRole("button", { name: "Send now", exact: true }));
  await camera.watchUntil(desk.getByText("Reply sent successfully!").filter({ visible: true }).waitFor());
  await camera.watch(1.5);
  await hand.click(ticket.getByRole("button", { name: "Close", exact: true }));
  await camera.watch(0.5);

  await mail.showAnswer();
  await camera.show(mail.page);
  await camera.say(`${first} gets it in the same thread, below her own mail and in the look of the shop.`);
  await camera.watch(2);
  await hand.pointAt(mail.page.locator("article").last());
  await hand.scroll(700);
  await camera.watch(1.5);
  await camera.say("To her it is simply e-mail: she answers as she always does.");
  await mail.reply();
  await hand.fill(mail.text, `Thank you, that was quick!\n${first}`);
  await hand.click(mail.sendButton);

  await camera.show(desk);
  await camera.say("In Mina's list her ticket says “New reply” as soon as that is there, with what was written.");
  await camera.watch(1);
  await mail.handOver();
  const answered = desk.locator("article").filter({ has: row });
  await camera.watchUntil(answered.getByText("New reply").waitFor());
  await hand.pointAt(row);
  await camera.watch(1.5);
  await hand.click(row);
  await camera.watchUntil(ticket.getByText("Thank you, that was quick!").last().waitFor());
  await camera.watch(2);
  await camera.say("Done: “Update Status” to Resolved, and the next one, please.");
  await hand.click(ticket.getByRole("button", { name: "Update Status" }));
  const status = desk.getByRole("dialog", { name: /^Update Ticket Status/ });
  await hand.click(status.getByRole("radio", { name: /^Resolved/ }));
  await hand.click(status.getByRole("button", { name: "Update Status" }));
  await camera.watchUntil(status.waitFor({ state: "hidden" }));
  await camera.watch(1.5);
  await hand.click(ticket.getByRole("button", { name: "Close", exact: true }));
  await camera.say("Deskhand: the help desk for online stores, open source, on a server of your own.");
}

/** Returns a paid, shipped order whose customer wrote before. */
async function orderOnItsWay(page: Page): Promise<OrderDetail> {
  const { items } = await (await page.request.get("/api/orders?limit=60")).json();
  for (const { id } of items) {
    const order: OrderDetail = await (await page.request.get(`/api/orders/${id}`)).json();
    const [shipment] = order.fulfillments;
    const isOnItsWay = order.fulfillments.length === 1 && shipment?.deliveredAt === null && shipment.parcels[0]?.number;
    if (!isOnItsWay || !shipment.estimatedDeliveryAt || order.financialStatus !== "paid" || !order.customer?.email)
      continue;
    const buyer = await (await page.request.get(`/api/customers/${order.customer.id}`)).json();
    if (buyer.ticketCount > 0) return order;
  }
  throw new Error("Nothing of the demo store is on its way");
}
