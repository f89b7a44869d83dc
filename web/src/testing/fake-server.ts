import type { Team } from "@deskhand/contract/admin/teams";
import type { CannedResponse } from "@deskhand/contract/canned-responses";
import type { ReplyFacts } from "@deskhand/contract/checking/facts";
import type { CustomerDetail } from "@deskhand/contract/customers";
import { type DeskPreferences, defaultPreferences } from "@deskhand/contract/desk/desk-choices";
import type { Placeholder } from "@deskhand/contract/desk/placeholders";
import { broughtIn } from "@deskhand/contract/desk/whom";
import { type ErrorCode, type ErrorData, errors } from "@deskhand/contract/errors";
import type { Message, Note } from "@deskhand/contract/messages";
import type { OrderDetail } from "@deskhand/contract/orders";
import type { Colleague } from "@deskhand/contract/team";
import type { Activity, TicketCard, TicketDetail } from "@deskhand/contract/tickets";
import type { TicketTracking } from "@deskhand/contract/tracking";
import type { LookFault } from "@deskhand/contract/vocabulary";
import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { ORPCError } from "@orpc/server";
import { os } from "./fake-contract.ts";
import { fakeKeptReplies } from "./fake-kept-replies.ts";
import { fakeEmailSettings, fakeForwarding } from "./fake-mail-settings.ts";
import { fakeOrderActions } from "./fake-order-actions.ts";
import { addressed, fakeRecipients, recipientsOf } from "./fake-recipients.ts";
import { fakeResources } from "./fake-resources.ts";
import { fakeAddresses, fakeChanges, fakeJoins, fakeMoves } from "./fake-ticket-changes.ts";
import { fakeUploads } from "./fake-uploads.ts";
import { fakeCannedResponses, fakeFeedback, fakePolish } from "./fake-writing.ts";
import { makeCard } from "./make-card.ts";

const now = "2026-03-02T10:00:00.000Z";
const realFetch = globalThis.fetch;

/** Returns a catalogue error, to throw as the server would. */
export function refusal<C extends ErrorCode>(code: C, data?: ErrorData<C>) {
  const { status, message } = errors[code];
  return new ORPCError(code, { defined: true, status, message, data });
}

/** The signed-in user. */
export const agent = { id: "11111111-1111-4111-8111-111111111111", name: "Nora Quist" };

/** Returns a customer's message as the server sends it. */
export function newMessage(ticketId: string, changes: Partial<Message> = {}): Message {
  return {
    id: crypto.randomUUID(),
    ticketId,
    content: "Where is my parcel?",
    isCut: false,
    folded: null,
    hasHtml: false,
    hasOtherText: false,
    enclosed: null,
    channel: "email",
    isFromCustomer: true,
    isAutomatic: false,
    byRule: null,
    isUnverified: false,
    authorId: null,
    authorName: "Ines Roth",
    authorEmail: "ines@roth.example",
    threadingReason: null,
    list: null,
    unreadAddresses: [],
    leftOutAddresses: 0,
    deliveryState: null,
    deliveryError: null,
    heldUntil: null,
    attachments: [],
    attachmentCount: 0,
    createdAt: now,
    addedAt: changes.createdAt ?? now,
    writtenFrom: null,
    ...addressed(changes),
    ...changes,
  };
}

function newTicket(): TicketDetail {
  const id = crypto.randomUUID();
  const customer = { id: crypto.randomUUID(), name: "Ines Roth", email: "ines@roth.example" };
  return {
    ...makeCard({ id, subject: "Parcel", customer, customerId: customer.id, waitingSince: now }),
    description: "",
    source: "email",
    createdBy: null,
    noteCount: 0,
    customerAddresses: [],
    customerChangedAt: null,
    mergedFrom: [],
    namedTicket: null,
    mergedInto: null,
    messages: [newMessage(id)],
    hasOlderMessages: false,
    notes: [],
    hasOlderNotes: false,
    heldBackMails: 0,
  };
}

const noTracking: TicketTracking = {
  customer: null,
  saved: null,
  savedOrder: null,
  savedCertainty: null,
  savedDoubt: null,
  found: [],
  notFound: [],
  deleted: [],
  parsed: null,
  store: { state: "connected", shopDomain: "shop.myshopify.com", lastSyncedAt: null, revokedAt: null },
  notes: [],
  hasOlderNotes: false,
};

type Reply = Parameters<Parameters<typeof os.messages.reply.handler>[0]>[0]["input"];

/**
 * Fakes the server behind one ticket or customer by the real contract, in place of the browser's `fetch`. It records
 * requests; a test can refuse, delay or lose them.
 */
export function fakeServer(ticket = newTicket()) {
  const files = fakeUploads(ticket.id);
  const [changes, emailSettings, feedback] = [fakeChanges(), fakeEmailSettings(), fakeFeedback()];
  const [forwarding, polish, moves] = [fakeForwarding(), fakePolish(), fakeMoves(ticket)];
  const isNew = (email: string) => !broughtIn(ticket.messages, [ticket.customer?.email ?? ""]).has(email);
  const people = fakeRecipients(isNew, async (message) => {
    await server.before();
    return add(message);
  });
  const kept = fakeKeptReplies({
    ticket,
    author: agent,
    uploads: files.uploads,
    before: () => server.before(),
    send(reply) {
      server.replies.push({ ...reply, ticketId: ticket.id });
      const { content, recipients } = reply;
      add({ content, ...(recipients && { recipients: recipientsOf(recipients) }) });
    },
    notFound: () => refusal("kept_reply_not_found"),
  });
  const knowledge = fakeResources(files.resourceUploads, (id) => refusal("resource_not_found", { ids: [id] }));
  const canned = fakeCannedResponses(ticket, () => server);
  const acting = fakeOrderActions();
  const server = {
    ticket,
    files,
    /** The macros that were run without a reply. */
    ranMacros: canned.ran,
    people: people.fake,
    emailSettings: emailSettings.fake,
    feedback: feedback.fake,
    forwarding: forwarding.fake,
    polish: polish.fake,
    knowledge: knowledge.fake,
    kept: kept.fake,
    changes: changes.fake,
    moves: moves.fake,
    acting: acting.fake,
    /** The signed-in user and their store. */
    user: agent,
    storeId: crypto.randomUUID() as string,
    /** The user's permissions besides working on tickets. */
    alsoCan: [] as string[],
    /** The original of every message. */
    original: { text: "", otherText: null as string | null },
    /** All replies received, retries included. */
    replies: [] as Reply[],
    notes: [] as string[],
    /** The store's people. */
    colleagues: [] as Colleague[],
    /** The steps of the ticket's trail. */
    steps: [] as Activity[],
    /** The customer's other tickets. */
    siblings: { items: [] as TicketCard[], total: 1, firstContactAt: now as string | null },
    /** All snoozes requested, with the last message seen. */
    snoozes: [] as { until: string; lastSeenMessageId?: string | null | undefined }[],
    /** The canned responses, and the values of placeholders. */
    responses: [] as CannedResponse[],
    placeholders: {} as Partial<Record<Placeholder, string>>,
    /** The names that a note notifies nobody of, for any note and for the last one. */
    notTold: [] as string[],
    chosenNames: [] as string[],
    customers: [] as CustomerDetail[],
    orders: [] as OrderDetail[],
    /** The ticket counts of every customer. */
    ticketCounts: { active: 0, archive: 0 },
    /** The tickets of every list, paged. */
    listed: [] as TicketCard[],
    /** All list requests. */
    listings: [] as unknown[],
    /** Runs before tickets are listed: may throw a `refusal`, or wait. */
    beforeTickets: async (): Promise<void> => undefined,
    teams: [] as Team[],
    /** The ticket's orders. */
    tracking: { ...noTracking } as TicketTracking,
    /** What replies are compared with. */
    facts: { orders: [], orderNames: [], customerNames: [], storeName: "", thread: [] } as ReplyFacts,
    /** All order numbers looked up. */
    looks: [] as string[],
    /** Why lookups in the store fail. */
    lookFault: null as LookFault | null,
    /** Runs before a customer is saved: may throw a `refusal`. */
    beforeCustomer: (): void => undefined,
    /** The user's preferences; replies leave at once, as most tests are not about undo. */
    preferences: { ...defaultPreferences, undoSeconds: 0, afterSend: "stay" } as DeskPreferences,
    /** Runs before a reply or note is stored: may throw a `refusal`, or wait. */
    before: async (): Promise<void> => undefined,
    /** Intercepts a request before the server: may return another's response, or reject. */
    onTheWay: async (_request: Request): Promise<Response | undefined> => undefined,
  };

  function add(message: Partial<Message>): Message {
    const by = { isFromCustomer: false, authorId: agent.id, authorName: agent.name, deliveryState: "sending" } as const;
    const added = newMessage(ticket.id, { ...by, ...message });
    ticket.messages.push(added);
    return added;
  }

  function customerOf(id: string): CustomerDetail {
    const found = server.customers.find((customer) => customer.id === id);
    if (found === undefined) throw refusal("customer_not_found");
    return found;
  }

  const router = {
    account: {
      me: os.account.me.handler(() => ({
        user: { ...server.user, email: "nora@shop.example", role: "agent", avatar: null },
        client: {
          id: server.storeId,
          clientCode: "shop",
          storeName: "Shop",
          supportEmail: "help@shop.example",
          customSupportEmail: null,
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          plan: "basic",
          status: "active",
        },
        can: [
          "messages:reply",
          "messages:add-note",
          "tickets:read",
          "tickets:change-status",
          "tickets:update",
          "orders:read",
          ...server.alsoCan,
        ],
      })),
    },
    emailSettings: emailSettings.routes,
    ...feedback.routes,
    forwarding: forwarding.routes,
    references: { list: os.references.list.handler(() => ({ items: [], more: 0, unseen: 0, unseenViews: 0 })) },
    ...polish.routes,
    knowledge: knowledge.routes,
    customers: {
      search: people.routes.search,
      ...fakeJoins(customerOf),
      get: os.customers.get.handler(({ input }) => ({ ...customerOf(input.id) })),
      changeAddress: fakeAddresses(customerOf, () => server.beforeCustomer()),
      update: os.customers.update.handler(({ input: { id, expected, ...values } }) => {
        server.beforeCustomer();
        return { ...Object.assign(customerOf(id), values) };
      }),
    },
    checks: { factsOf: os.checks.factsOf.handler(() => server.facts) },
    tracking: {
      ofTicket: os.tracking.ofTicket.handler(() => server.tracking),
      saveOrderNumber: os.tracking.saveOrderNumber.handler(async ({ input: { orderNumber } }) => {
        await server.before();
        const by = { savedBy: agent.id, savedByName: agent.name, savedAt: now };
        const saved = orderNumber === null ? null : { ...by, orderNumber };
        server.tracking = { ...server.tracking, saved };
        return { saved };
      }),
      look: os.tracking.look.handler(async ({ input }) => {
        server.looks.push(input.orderNumber);
        await server.before();
        const order = server.tracking.customer?.orders.find(({ orderNumber }) => orderNumber === input.orderNumber);
        if (order === undefined) throw refusal("tracked_order_not_found");
        server.tracking = { ...server.tracking, savedOrder: order, savedCertainty: "certain" };
        return { order, fault: server.lookFault };
      }),
      addNote: os.tracking.addNote.handler(async ({ input: { content, idempotencyKey } }) => {
        server.notes.push(content);
        await server.before();
        const by = { ticketId: ticket.id, authorId: agent.id, authorName: agent.name, createdAt: now };
        const otherNotes = server.tracking.notes.filter(({ id }) => id !== idempotencyKey);
        server.tracking = { ...server.tracking, notes: [...otherNotes, { ...by, id: idempotencyKey, content }] };
        return { ...by, id: idempotencyKey, content };
      }),
    },
    syncs: { readOrder: os.syncs.readOrder.handler(() => ({ isRead: false })) },
    orders: {
      get: os.orders.get.handler(({ input }) => {
        const found = server.orders.find(({ id }) => id === input.id);
        if (found === undefined) throw refusal("order_not_found");
        return found;
      }),
    },
    cannedResponses: canned.routes,
    teams: { list: os.teams.list.handler(() => ({ items: server.teams, away: [] })) },
    team: { list: os.team.list.handler(() => ({ items: server.colleagues })), users: people.routes.users },
    desk: {
      preferences: os.desk.preferences.handler(() => server.preferences),
      savePreferences: os.desk.savePreferences.handler(({ input }) => Object.assign(server.preferences, input)),
    },
    tickets: {
      get: os.tickets.get.handler(() => ticket),
      list: os.tickets.list.handler(async ({ input: { view = "active", cursor, limit, ...asked } }) => {
        server.listings.push({ view, ...asked });
        await server.beforeTickets();
        const { active, archive } = server.ticketCounts;
        const from = Number(cursor ?? 0);
        const counts = {
          totalIsCapped: false,
          activeCount: active,
          archivedCount: archive,
          snoozedCount: 0,
          elsewhereCount: null,
          shownFor: null,
          unknown: [],
          total: server.listed.length || server.ticketCounts[view],
        };
        const nextCursor = from + limit < server.listed.length ? String(from + limit) : null;
        return { items: server.listed.slice(from, from + limit), nextCursor, ...counts };
      }),
      listIds: os.tickets.listIds.handler(() => ({ ids: server.listed.map(({ id }) => id), isCut: false })),
      changeMany: changes.changeMany,
      ...moves.routes,
      activity: os.tickets.activity.handler(() => ({ items: server.steps, hasOlder: false })),
      ofCustomer: os.tickets.ofCustomer.handler(() => server.siblings),
      snooze: os.tickets.snooze.handler(async ({ input }) => {
        server.snoozes.push(input);
        await server.before();
        return { ...ticket, snoozedUntil: input.until };
      }),
    },
    keptReplies: kept.routes,
    ...acting.routes,
    messages: {
      getOriginal: os.messages.getOriginal.handler(() => server.original),
      reply: os.messages.reply.handler(async ({ input }) => {
        server.replies.push(input);
        await server.before();
        const earlier = ticket.messages.find(({ id }) => id === input.idempotencyKey);
        if (earlier !== undefined) return earlier;
        files.uploads.splice(0);
        const { idempotencyKey: id, content, recipients } = input;
        return add({ id, content, ...(recipients && { recipients: recipientsOf(recipients) }) });
      }),
      addNote: os.messages.addNote.handler(async ({ input: { content, idempotencyKey: id, chosenNames } }) => {
        server.notes.push(content);
        server.chosenNames = chosenNames;
        await server.before();
        const note: Note = {
          id,
          ticketId: ticket.id,
          content,
          authorId: agent.id,
          authorName: agent.name,
          createdAt: now,
        };
        ticket.notes.push(note);
        return { ...note, notTold: server.notTold };
      }),
      forward: people.routes.forward,
      preview: people.routes.preview,
      previewForward: people.routes.previewForward,
      checkRecipients: people.routes.checkRecipients,
      listUploads: os.messages.listUploads.handler(() => ({ items: files.uploads })),
      discardUpload: os.messages.discardUpload.handler(({ input: { id } }) => {
        files.uploads.splice(files.uploads.findIndex((upload) => upload.id === id) >>> 0, 1);
        return { id };
      }),
    },
  };
  const handler = new OpenAPIHandler(router);
  globalThis.fetch = async (asked, init) => {
    const request = new Request(asked, init);
    if (!new URL(request.url).pathname.startsWith("/api/")) return realFetch(request);
    const other = await server.onTheWay(request.clone());
    if (other !== undefined) return other;
    const { response } = await handler.handle(request, { prefix: "/api", context: {} });
    return response ?? Response.json(refusal("not_found").toJSON(), { status: 404 });
  };
  return server;
}
