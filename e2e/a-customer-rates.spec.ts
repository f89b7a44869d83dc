import { afterAll, test } from "vitest";
import { openDesk, placeOfWorker } from "./desk.ts";
import { expect } from "./expect.ts";
import { openStoreTime, type StoreTime } from "./pass-time.ts";
import { listedTickets } from "./ticket-screen.ts";

const desk = await openDesk();
let time: StoreTime | undefined;
afterAll(() => time?.close());

const subject = "A lamp that flickers";

test("four hours after a ticket is resolved its customer is asked, says what was wrong, and the ticket and who leads know", async () => {
  const { page: lead, address, browser, ticketsPath } = await desk.newStore("rated");
  time = await openStoreTime(placeOfWorker(), address);
  await lead.goto("/dashboard/admin?view=ratings");
  await lead.getByRole("switch", { name: /Ask for ratings/ }).click();
  await lead.getByRole("button", { name: "Save", exact: true }).click();
  await expect(lead.getByText("Customers are asked from now on.")).toBeVisible();

  const rosa = desk.newCustomer("Rosa Klee", "rosa@klee.example");
  await rosa.writes({ to: address, subject, text: "Guten Tag, meine Lampe flackert. Was kann ich tun?" });
  await lead.goto(ticketsPath);
  await expect(listedTickets(lead, subject)).toBeVisible();
  const { items } = await (await browser.request.get("/api/tickets")).json();
  const { id, messages } = await (await browser.request.get(`/api/tickets/${items[0].id}`)).json();
  await browser.request.post(`/api/tickets/${id}/replies`, {
    data: {
      content: "Drehen Sie die Birne bitte fest.",
      lastSeenMessageId: messages.at(-1).id,
      idempotencyKey: crypto.randomUUID(),
      thenStatus: "resolved",
    },
  });
  await desk.mailbox.next(rosa.email);
  await time.pass(4);
  await time.runRules();
  const { text = "", html } = await desk.mailbox.next(rosa.email);
  const faces = [...new Set(text.match(/\/rate\/[a-z2-7]+\/[1-5]/g))];
  expect(faces).toHaveLength(5);
  expect(html).toContain("Wie war unsere Hilfe?");

  // What her mail program's scanner opens, with JavaScript, rates nothing.
  const hers = await desk.newPage();
  for (const face of faces) await hers.goto(face);
  const ratingOf = async () => (await (await browser.request.get(`/api/tickets/${id}`)).json()).rating;
  expect(await ratingOf()).toMatchObject({ score: null });

  await hers.goto(faces.find((face) => face.endsWith("/2")) ?? "");
  await expect(hers.getByRole("radio", { name: "Schlecht", exact: true })).toBeChecked();
  await hers.getByRole("radio", { name: "Sehr schlecht" }).check();
  await hers.getByLabel("Möchten Sie uns mehr dazu sagen? (freiwillig)").fill("Sie flackert immer noch.");
  await hers.getByRole("button", { name: "Bewertung senden" }).click();
  await expect(hers.getByRole("heading", { name: "Vielen Dank für Ihre Bewertung!" })).toBeVisible();
  expect(await ratingOf()).toMatchObject({ score: 1, comment: "Sie flackert immer noch." });

  await lead.goto(`${ticketsPath}?view=archive&rating=low`);
  await listedTickets(lead, subject).click();
  const rating = lead.getByRole("region", { name: "Rating" });
  await expect(rating).toContainText("Rated: Very bad");
  await expect(rating).toContainText("Sie flackert immer noch.");
  await lead.keyboard.press("Escape");
  await lead.getByRole("button", { name: /^Notifications/ }).click();
  const bell = lead.getByRole("dialog", { name: "Notifications" });
  await expect(bell.getByText(`was rated “Very bad”: ${subject}`)).toBeVisible();
});
