import { Readable } from "node:stream";
import type { CannedResponseInput } from "@deskhand/contract/canned-responses";
import { addStaffMember, selectKnownEmails } from "../domains/auth/index.ts";
import { importCannedResponses } from "../domains/canned-responses/index.ts";
import { type ImportedCustomer, importCustomers } from "../domains/customers/index.ts";
import { importMails } from "../domains/intake/index.ts";
import { importResources } from "../domains/knowledge/index.ts";
import { importNotifications } from "../domains/notifications/index.ts";
import { saveStoreOrders } from "../domains/orders/index.ts";
import {
  type ImportedReply,
  importEmailSettings,
  importReplies,
  mailKey,
  newMailMessageId,
} from "../domains/outgoing/index.ts";
import { dismissFirstSteps } from "../domains/setup/index.ts";
import { addTenant, hasTenants, readTimeZone, supportAddress } from "../domains/tenants/index.ts";
import { type ImportedMessage, importMessages, importRatings, importTickets } from "../domains/tickets/index.ts";
import { newId } from "../platform/db/ids.ts";
import { asTenantId, type Db, openDatabase, type TenantTx } from "../platform/db/tenant.ts";
import type { Settings } from "../platform/settings.ts";
import { storeFile } from "../platform/storage/files.ts";
import { type PlannedStaff, planDemo } from "./demo-plan.ts";
import { connectDemoShop, type DemoShopHome } from "./demo-shop.ts";
import { makeRatings, ratedSteps } from "./make-ratings.ts";
import { makeShop } from "./make-shop.ts";
import { type MadeMessage, type MadeTicket, makeTickets } from "./make-tickets.ts";
import { demoPassword, demoStaff } from "./people.ts";
import { seededRandom } from "./random.ts";
import { makeResources } from "./resources.ts";
import { demoMacros, makeTeams, setUpDesk } from "./set-up-desk.ts";
import { customersOf, ordersOf } from "./shop-orders.ts";

const storeName = "Lumen & Loom";
const clientCode = "weavery2";
const seed = 2026;
const notifiedHours = 36;
const loggedHours = 5 * 24;

type FillSettings = Pick<Settings, "secret" | "mailDomain">;

/**
 * Fills an empty installation with the demo store in one transaction. The store is the same each time except for its
 * dates, which count back from `now`. Runs as the database's owner, who alone may make a store with people and tickets.
 * Returns whether it was filled. With a home for the platform, the store is also made there and connected.
 */
export async function fillDemo(
  ownerUrl: string,
  settings: FillSettings,
  now: number = Date.now(),
  home: DemoShopHome | null = null,
): Promise<boolean> {
  return asOwner(ownerUrl, async (db) => {
    if (await db.withoutTenant(hasTenants)) return false;
    await db.withTenant(asTenantId(newId(now)), (tx) => fillTenant(tx, settings, now, home));
    return true;
  });
}

/** The demo store's sign-ins that exist in this installation, by role. */
export async function findDemoSignIns(ownerUrl: string): Promise<{ email: string; password: string }[]> {
  const emails = demoStaff.map(({ email }) => email);
  const existing = await asOwner(ownerUrl, (db) => db.withoutTenant((tx) => selectKnownEmails(tx, emails)));
  return emails.filter((email) => existing.includes(email)).map((email) => ({ email, password: demoPassword }));
}

async function asOwner<T>(ownerUrl: string, work: (db: Db) => Promise<T>): Promise<T> {
  // A lost connection fails the query that uses it, which reports it.
  const db = openDatabase(ownerUrl, 1, () => undefined);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

async function fillTenant(tx: TenantTx, settings: FillSettings, now: number, home: DemoShopHome | null): Promise<void> {
  const random = seededRandom(seed);
  const plan = planDemo(random, now);
  const key = mailKey(settings.secret);
  const shop = makeShop(plan, random, now);
  const customers = customersOf(plan, shop);
  const createdAt = customers.map((customer) => customer.created_at).sort()[0] ?? new Date(now).toISOString();

  const supportEmail = supportAddress(clientCode, settings.mailDomain);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const office = readTimeZone(timeZone);
  await addTenant(tx, { clientCode, storeName, supportEmail, timeZone: office, createdAt });
  for (const person of plan.staff) await addStaffMember(tx, { ...person, password: demoPassword, createdAt });
  // The demo store has no mailbox that forwards to it.
  for (const { id } of plan.staff) await dismissFirstSteps(tx, id);
  await importEmailSettings(tx, { sender_name: storeName });
  await importCustomers(tx, customers);
  await saveStoreOrders(
    tx,
    ordersOf(shop, home?.url ?? null).map((order) => ({ ...order, askedAt: null })),
    { tell: false },
  );
  await importResources(tx, makeResources(plan.staff, now));

  const teamOf = await makeTeams(tx, plan.staff);
  await importCannedResponses(tx, [...demoResponses, ...demoMacros(teamOf)], plan.staff[0]?.id ?? null);
  const tickets = makeTickets(plan, random, (messageId) => newMailMessageId(key, settings.mailDomain, messageId));
  const ratings = makeRatings(tickets, teamOf, now);
  const firstNumber = await importTickets(
    tx,
    tickets.map((made) => ({
      ...made.ticket,
      teamId: teamOf(made.ticket.category),
      activities: [...made.ticket.activities, ...ratedSteps(made, ratings)],
    })),
  );
  await importRatings(tx, ratings);
  const messages = tickets.flatMap((made) => made.messages);
  await importMessages(tx, await Promise.all(messages.map((message) => withFiles(tx, message))));
  await importReplies(
    tx,
    tickets.flatMap((made, index) => repliesOf(made, customers, firstNumber + index)),
  );
  await importMails(tx, mailsOf(tickets, supportEmail, now));
  await importNotifications(tx, notificationsOf(tickets, plan.staff, now));
  const ticketIds = tickets.map(({ ticket }) => ticket.id);
  await setUpDesk(tx, { secret: settings.secret, staff: plan.staff, teamOf, timeZone: office, ticketIds, now });
  if (home) await connectDemoShop(tx, settings, home, shop, now);
}

async function withFiles(tx: TenantTx, { file, ...message }: MadeMessage): Promise<ImportedMessage> {
  if (!file) return message;
  const { filename, contentType, bytes } = file;
  const { id: fileId, size } = await storeFile(tx, Readable.from([bytes]));
  const about = { contentId: null, isInline: false, uploadedBy: message.authorId, createdAt: message.createdAt };
  return { ...message, files: [{ fileId, filename, size, contentType, ...about }] };
}

/** The outgoing mails of a ticket's replies. */
function repliesOf(
  { ticket, messages }: MadeTicket,
  customers: ImportedCustomer[],
  ticketNumber: number,
): ImportedReply[] {
  const customer = customers.find(({ id }) => id === ticket.customerId);
  if (!customer) throw new TypeError("Every ticket of the demo store has a customer");
  const mails = messages.filter(({ mailMessageId }) => mailMessageId !== null);
  return mails.flatMap(({ id, ticketId, mailMessageId, isFromCustomer, content, fails, createdAt }, index) => {
    if (isFromCustomer || mailMessageId === null) return [];
    const before = mails.slice(0, index);
    const answered = before.findLast((earlier) => earlier.isFromCustomer && !earlier.isAutomatic) ?? null;
    const mailIds = before.flatMap((earlier) => earlier.mailMessageId ?? []);
    const about = { ticketId, messageId: id, mailMessageId, content, customer, subject: ticket.subject, ticketNumber };
    return [{ ...about, answered, mailIds, error: fails, at: createdAt }];
  });
}

/** Recent mails from customers; too few to count as a store that usually gets mail, as none may follow. */
function mailsOf(tickets: MadeTicket[], to: string, now: number) {
  const since = new Date(now - loggedHours * 3_600_000).toISOString();
  return tickets.flatMap(({ ticket, messages }) =>
    messages.flatMap(({ id, ticketId, isFromCustomer, authorEmail, authorName, content, createdAt }, index) => {
      if (!isFromCustomer || authorEmail === null || createdAt <= since || createdAt > new Date(now).toISOString())
        return [];
      const about = { ticketId, messageId: id, opens: index === 0, subject: ticket.subject };
      return [{ ...about, from: { name: authorName, email: authorEmail }, to, text: content, at: createdAt }];
    }),
  );
}

/** Notifications of recent messages, for everybody; only the newest are unread. */
function notificationsOf(tickets: MadeTicket[], staff: PlannedStaff[], now: number) {
  const since = new Date(now - notifiedHours * 3_600_000).toISOString();
  const events = tickets
    .flatMap(({ ticket, messages }) => messages.map((message, index) => ({ ticket, message, opens: index === 0 })))
    .filter(({ message }) => message.isFromCustomer && !message.isAutomatic && message.createdAt > since)
    .sort((a, b) => b.message.createdAt.localeCompare(a.message.createdAt));
  return events.flatMap(({ ticket, message, opens }, index) => {
    const { id, ticketId, authorName, createdAt } = message;
    const about = opens ? { ticketId, subject: ticket.subject } : { id, ticketId, authorName };
    return staff.map((person) => ({ userId: person.id, about, isRead: index >= 4, createdAt }));
  });
}

/** The demo team's own responses, besides the built-in templates. */
const demoResponses: CannedResponseInput[] = [
  {
    title: "Shade arrived broken",
    category: "Returns & Refunds",
    tags: ["damage", "replacement"],
    content: `Hi {{customer.first_name}},

I am so sorry that your lamp did not arrive in one piece. A new shade goes out to you tomorrow, free of charge; you need not send the broken one back.

Could you send us a photo of the box, so that we can take it up with {{tracking.carrier}}?

Best regards,
{{agent.name}}`,
  },
  {
    title: "Refund of the amount",
    category: "Returns & Refunds",
    tags: ["refund"],
    content: `Hi {{customer.first_name}},

We have refunded {{refund.amount}} of your order {{order.name}}. Your bank shows it within five working days.

Best regards,
{{agent.name}}`,
  },
  {
    title: "It goes to your new address",
    category: "Shipping & Delivery",
    tags: ["address"],
    content: `Hi {{customer.first_name}},

Your order {{order.name}} goes to your new address: {{address.new}}

Best regards,
{{agent.name}}`,
  },
  {
    title: "Which bulb fits?",
    category: "Product Support",
    tags: ["bulb", "E27"],
    content: `Hi {{customer.first_name}},

All our table and floor lamps take an E27 bulb of at most 60 W. We recommend an LED of 8 W with 2700 K: warm, and cool to the touch.

Best regards,
{{agent.name}}`,
  },
  {
    title: "Washing our throws",
    category: "Product Support",
    tags: ["wool", "care"],
    content: `Hi {{customer.first_name}},

Wash the throw by hand in cold water with a little wool detergent, press the water out without wringing, and dry it flat. Please no tumble dryer: it would felt.

Best regards,
{{agent.name}}`,
  },
  {
    title: "Invoice attached",
    category: "Billing",
    tags: ["invoice", "VAT"],
    content: `Hi {{customer.first_name}},

Please find the invoice of your order {{order.name}} of {{order.date}} attached, with VAT shown separately. The total is {{order.total}}.

Best regards,
{{agent.name}}`,
  },
];
