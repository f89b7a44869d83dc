import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailAtDesk, mailAtDesk } from "../../../testing/mail-at-desk.ts";
import { type TestTenant, testMailDomain } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailKey, renderReply, replyAddress } from "../../outgoing/index.ts";

let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;

beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  store = await desk.makeTenant({ staff: ["owner@store.example"] });
  at = mailAtDesk(desk, store);
});
afterAll(() => desk.stop());

const said = "Hello Ann,\nwe send a new one tomorrow.\n\nMina";
const attribution = "On Mon, 3 Mar 2025 at 10:00, Store <help@store.example> wrote:";

/** Sends a mail and a reply below which the store's mail is quoted, with a change, and returns what is kept of the reply. */
async function answer({ above = "See below", change = (quote: string) => quote, below = "" } = {}) {
  const { ticket_id: ticketId } = await at.send({ text: said });
  const to = replyAddress(mailKey(desk.services.settings.secret), testMailDomain, {
    clientCode: store.clientCode,
    ticketId: ticketId ?? "",
  });
  const { parts } = await desk.db.withTenant(store.id, (tx) =>
    renderReply(tx, desk.services.settings, {
      ticketLabel: "Ticket: 0001",
      answeredMessageId: null,
      content: said,
      isAutomatic: false,
    }),
  );
  const quote = parts.text.replace(/^(?=.)/gm, "> ");
  const text = [above, "", attribution, change(quote), below].join("\r\n");
  await at.send({ to, text, subject: "Re: Where is my order?" });
  const reply = (await at.messagesOf(ticketId)).at(-1);
  return { content: reply?.content.trim(), whole: reply?.full_content, history: reply?.left_history, id: reply?.id };
}

test("folds the store's own mail with everything that stands around its words", async () => {
  const reply = await answer();
  expect(reply).toMatchObject({ content: "See below", history: true });
  expect(reply.whole).toContain("> we send a new one tomorrow.");
});

test("shows and finds an answer inside the quote, and keeps the rest folded", async () => {
  const word = `refund${randomUUID().replaceAll("-", "")}`;
  const reply = await answer({ change: (quote) => quote.replace("tomorrow.", `tomorrow. NO, I WANT A ${word}`) });
  expect(reply).toMatchObject({ content: `See below\n\nNO, I WANT A ${word}`, history: true });
  expect(reply.whole).toContain("> we send a new one tomorrow.");
});

test("shows mail of others that the ticket does not have, beside its own, which stays folded", async () => {
  const foreign = "On Sun, 2 Mar 2025 at 10:00, DHL <noreply@dhl.example> wrote:\r\n> Your parcel is lost.";
  const reply = await answer({ below: `\r\n${foreign}\r\n` });
  expect(reply).toMatchObject({ content: `See below\n\n${foreign.replace("\r", "")}`, history: true });
  const alone = await answer({ change: () => "", below: foreign.replace("parcel", "other parcel") });
  expect(alone.content).toContain("> Your other parcel is lost.");
});
