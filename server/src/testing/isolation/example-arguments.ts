import { isInvited } from "../../domains/auth/asks/asks.queries.ts";
import { updatePerson } from "../../domains/auth/auth.queries.ts";
import { endLinks } from "../../domains/auth/links/links.queries.ts";
import { insertResponse, updateResponse } from "../../domains/canned-responses/canned-responses.queries.ts";
import { insertCustomer, insertCustomers, updateCustomerValues } from "../../domains/customers/customers.queries.ts";
import {
  beginAttempts,
  finishMail,
  lockWaiting,
  newestSentMessage,
} from "../../domains/intake/decide/decide.queries.ts";
import { insertNamedMails, selectKnown } from "../../domains/intake/decide/known.queries.ts";
import { eraseMailsOf, eraseMailsOfTicket } from "../../domains/intake/log/erase.queries.ts";
import { selectForgotten, selectIncoming, selectIncomingEntry } from "../../domains/intake/log/log.queries.ts";
import { selectOutgoing, selectOutgoingEntry } from "../../domains/intake/log/outgoing-log.queries.ts";
import { insertResource } from "../../domains/knowledge/knowledge.queries.ts";
import {
  countAllUnreadOnBell,
  deleteNotificationsOfCustomer,
  deleteNotificationsOfMessage,
  deleteOldNotifications,
  markNotifications,
  upsertPreferences,
} from "../../domains/notifications/notifications.queries.ts";
import { insertFor, insertNotifications, selectFailedDelivery } from "../../domains/notifications/notify.queries.ts";
import { namedOrdersQuery } from "../../domains/orders/finding/finding.queries.ts";
import { orderPageQuery } from "../../domains/orders/order-list.queries.ts";
import { insertFulfillments, insertLineItems, insertOrders } from "../../domains/orders/orders.queries.ts";
import { forgetAcknowledgements } from "../../domains/outgoing/acknowledgements.queries.ts";
import { updateEmailSettings } from "../../domains/outgoing/branding/email-settings.queries.ts";
import {
  deleteSurplusLogos,
  deleteUnusedLogos,
  insertLogo,
  selectLogo,
  useLogo,
} from "../../domains/outgoing/branding/logos.queries.ts";
import { eraseAnswered, eraseRecipient } from "../../domains/outgoing/erase.queries.ts";
import {
  countAttempt,
  failWaiting,
  insertOutgoing,
  lockStuck,
  type NewOutgoingMail,
  requeueAccountMail,
  requeueFailed,
  selectToShow,
  settle,
} from "../../domains/outgoing/outgoing.queries.ts";
import type { ImportedTicket } from "../../domains/tickets/index.ts";
import { foldResponseTimes, foldTicketCounts } from "../../domains/tickets/list/fold.queries.ts";
import { upsertDeskPreferences } from "../../domains/tickets/preferences/preferences.queries.ts";
import { addMessage, insertMessages } from "../../domains/tickets/rows/messages.queries.ts";
import {
  insertTicket,
  insertTickets,
  takeTicketNumbers,
  updateTicketValues,
} from "../../domains/tickets/rows/tickets.queries.ts";
import { recordActivity } from "../../domains/tickets/rows/trail.queries.ts";
import { blankMessage, deleteFilesOfMessage, selectWrittenBy } from "../../domains/tickets/work/erase.queries.ts";
import { recount } from "../../domains/tickets/work/import.queries.ts";
import { selectNoteByKey, selectNotes } from "../../domains/tracking/rows/notes.queries.ts";
import { selectStoreTexts } from "../../domains/tracking/rows/texts.queries.ts";
import { selectOrderByNumber } from "../../domains/tracking/rows/ticket-orders.queries.ts";
import { newId } from "../../platform/db/ids.ts";
import { type FullDesk, orderOf } from "../full-desk.ts";
import { makeResource } from "../test-resource.ts";
import { example, examples } from "./examples.ts";

const now = new Date().toISOString();
const message = ({ ticketId, owner, secret }: FullDesk): Parameters<typeof insertMessages>[1][number] => ({
  ...{ id: newId(), ticketId, type: "email", content: secret, fullContent: null, html: null },
  ...{ isFromCustomer: false, isAutomatic: false, authorId: owner.userId, authorName: secret },
  ...{ authorEmail: null, mailMessageId: null, threadingReason: null, idempotencyKey: newId() },
});
const ticket = ({ customerId, owner, secret }: FullDesk): ImportedTicket => ({
  ...{ id: newId(), subject: secret, description: secret, preview: secret, status: "open", priority: "medium" },
  ...{ category: "General", tags: [], source: "email", customerId, assignedTo: owner.userId, createdBy: null },
  ...{ createdAt: now, updatedAt: now, dueDate: null, activities: [] },
});
const notification = ({ ticketId, secret }: FullDesk) =>
  ({ id: newId(), type: "new_ticket", title: secret, message: secret, ticketId }) as const;
const response = { title: "Thanks", content: "Thank you", category: "Shipping", tags: ["thanks"] };

example(isInvited).is(({ owner }) => [owner.userId]);
example(endLinks).is(
  ({ owner }) => [{ purpose: "invite", subjectId: owner.userId }, "withdrawn"],
  ({ owner }) =>
    `insert into account_links (id, purpose, token_hash, subject_id, email, expires_at) values
       (gen_random_uuid(), 'invite', repeat('x', 43), '${owner.userId}', 'a@b.test', now() + interval '1 day')`,
);
example(insertResponse).is(({ owner }) => [{ ...response, id: newId(), createdBy: owner.userId }]);
example(updateResponse).is(({ cannedResponse: { id, updatedAt }, owner }) => [id, updatedAt, response, owner.userId]);
example(insertCustomers).is(({ secret }) => [
  [{ id: newId(), name: secret, email: `${newId()}@customer.test`, created_at: now }],
]);
example(insertCustomer).is(({ secret }) => [
  { id: newId(), name: secret, email: `${newId()}@customer.test`, phone: null },
]);
example(updateCustomerValues).is(({ customerId, secret }) => [customerId, { name: secret }]);
example(updatePerson).is(({ owner }) => [owner.userId, { avatar: null }]);
example(insertResource).is(({ owner, secret }) => {
  const { file, ...resource } = makeResource(secret);
  return [{ ...resource, uploadedBy: owner.userId, file: null, content: file && secret }];
});
example(upsertPreferences).is(({ owner }) => [owner.userId, { wanted: ["new_ticket"], desktop: true, sound: false }]);
example(upsertDeskPreferences).is(({ owner }) => [owner.userId, { undoSeconds: 5 }]);
example(countAllUnreadOnBell).is(
  ({ owner }) => [owner.userId],
  () => "update notifications set is_seen = true",
);
example(markNotifications).is(({ owner }) => [owner.userId, {}, { is_read: true }]);
example(deleteOldNotifications).is(
  () => [],
  () => "update notifications set created_at = now() - interval '2 years'",
);
example(insertFor).is((desk) => [notification(desk), { onlyUserIds: [desk.owner.userId] }]);
example(insertNotifications).is((desk) => [
  [{ ...notification(desk), userId: desk.owner.userId, isRead: false, createdAt: now }],
]);
examples.set(orderPageQuery.name, {
  args: () => [{ search: "", status: null, limit: 10 }],
  arrange: undefined,
});
examples.set(namedOrdersQuery.name, {
  args: () => [{ keys: ["1001"], numbers: [], parcels: [] }],
  arrange: undefined,
});
for (const query of [insertOrders, insertLineItems, insertFulfillments]) {
  example(query).is(({ customerId, bareOrderId, secret }) => [
    [
      {
        ...orderOf(customerId, secret),
        ...(query === insertOrders ? { shopify_order_id: newId() } : { id: bareOrderId }),
      },
    ],
  ]);
}
example(updateEmailSettings).is(({ secret }) => [{ sender_name: secret }]);
const forgotten = () => "update acknowledgements set sent_at = now() - interval '2 days'";
example(forgetAcknowledgements).is(() => [], forgotten);
example(insertLogo).is(({ logo: { fileId } }) => [{ name: newId(), fileId, fileSize: 1, type: "image/png" }]);
for (const query of [selectLogo, useLogo]) example(query).is(({ logo }) => [logo.name]);
const manyLogos = () => `insert into email_logos (id, name, file_id, file_size, content_type)
  select gen_random_uuid(), gen_random_uuid(), file_id, 1, 'image/png' from email_logos, generate_series(1, 12)`;
example(deleteSurplusLogos).is(() => [], manyLogos);
example(deleteUnusedLogos).is(
  () => [],
  () => "update email_logos set created_at = now() - interval '2 days'",
);
const mail = ({ secret }: FullDesk): NewOutgoingMail => ({
  ...{ id: newId(), mailMessageId: newId(), to: "jane@customer.test", kind: "confirmation", messageId: null },
  ...{ details: { url: "http://desk.test", storeName: secret }, quota: null, error: null },
});
example(insertOutgoing).is((desk) => [[mail(desk), { ...mail(desk), at: now }]]);
const fail = ({ failedMessageId }: FullDesk) =>
  `update outgoing_mails set state = 'failed', sent_at = null where message_id = '${failedMessageId}'`;
example(requeueFailed).is(
  ({ failedMessageId }) => [failedMessageId, { to: "jane@customer.test", quota: "reply", error: null }],
  fail,
);
example(selectFailedDelivery).is(({ failedMessageId }) => [failedMessageId], fail);
const queuedMail = newId();
const queue = () => `insert into outgoing_mails (id, kind, mail_message_id, to_email, queued_at)
  values ('${queuedMail}', 'confirmation', 'a@b', 'jane@customer.test', now() - interval '1 minute') on conflict do nothing`;
example(selectToShow).is(({ unsentMailId }) => [unsentMailId]);
example(requeueAccountMail).is(({ unsentMailId }) => [unsentMailId]);
example(countAttempt).is(() => [queuedMail], queue);
example(lockStuck).is(() => [0], queue);
example(failWaiting).is(() => ["Not sent"], queue);
example(settle).is(() => [queuedMail, { state: "sent" }], queue);
export const waitingMail = newId();
const longSpan = { search: "", state: undefined, before: { at: "9999-01-01T00:00:00Z", id: newId() }, limit: 10 };
example(selectIncoming).is(() => [longSpan]);
example(selectOutgoing).is(() => [longSpan]);
example(selectIncomingEntry).is(({ failedMailId }) => [failedMailId]);
example(selectOutgoingEntry).is(({ unsentMailId }) => [unsentMailId]);
export const receive = ({
  failedMailId,
}: FullDesk) => `insert into mail_log (id, raw_mail_id, via, envelope_from, envelope_to, received_at)
  select log.id, raw_mail_id, 'smtp', 'x@a.test', 'y@a.test', at
  from mail_log, (values ('${waitingMail}'::uuid, now()), ('${newId()}', now() - interval '1 minute')) as log (id, at)
  where mail_log.id = '${failedMailId}' and not exists (select from mail_log where state = 'received')`;
for (const query of [beginAttempts, lockWaiting]) example(query).is(() => [[waitingMail]], receive);
example(selectForgotten).is(() => [0], receive);
example(finishMail).is(
  ({ ticketId, secret }) => [
    waitingMail,
    { state: "reply_added", reason: secret, ticketId },
    {
      fingerprint: null,
      subject: secret,
      fromEmail: secret,
      mailMessageId: secret,
      wasForwarded: false,
      takesPart: true,
      verdict: { check: "none", reason: secret },
    },
  ],
  receive,
);
const namedMail = "a@b";
example(selectKnown).is(
  ({ secret, messageId }) => [
    {
      ...{
        id: waitingMail,
        fingerprint: secret,
        sender: `x@${secret}.test`,
        check: "none",
        author: `x@${secret}.test`,
      },
      ...{
        messages: [messageId],
        references: [namedMail, `${secret}@elsewhere.test`],
        ownId: null,
        numbers: [1, 2, 3],
      },
    },
    { minutes: 60, seconds: 60, mayWait: true },
  ],
  (desk) =>
    `${receive(desk)}; update mail_log set fingerprint = '${desk.secret}' where state = 'reply_added';
    update ticket_messages set mail_message_id = '${namedMail}' where id = '${desk.messageId}'`,
);
example(insertNamedMails).is(({ ticketId, secret }) => [
  ticketId,
  [{ mailMessageId: newId(), author: `x@${secret}.test` }],
]);
example(newestSentMessage).is(
  ({ ticketId }) => [ticketId, 0],
  ({ failedMessageId }) =>
    `update outgoing_mails set state = 'sent', sent_at = now() where message_id = '${failedMessageId}'`,
);
example(foldTicketCounts).is(
  () => [],
  () => `insert into ticket_count_deltas (status, priority, category, delta)
    select 'open', priority, 'General', delta from (values ('low', 1), ('low', 1), ('high', -2)) as d (priority, delta)`,
);
example(foldResponseTimes).is(
  () => [],
  () =>
    `insert into ticket_response_deltas (responded_at, responses, response_ms) values (now() - interval '9 days', 1, 1)`,
);
example(addMessage).is((desk) => [
  { id: desk.ticketId, isAnswered: true, isArchived: false },
  message(desk),
  { isTouched: true },
]);
example(insertMessages).is((desk) => [[message(desk)]]);
example(recount).is(({ ticketId }) => [[ticketId]]);
example(updateTicketValues).is(({ ticketId, secret }) => [ticketId, { subject: secret }]);
example(insertTickets).is((desk) => [[{ ...ticket(desk), ticketNumber: 900 }]]);
example(takeTicketNumbers).is(() => [1]);
example(insertTicket).is((desk) => [
  {
    ...{ id: newId(), subject: desk.secret, description: desk.secret, preview: desk.secret },
    ...{ source: "email", customerId: desk.customerId, createdBy: null, assignedTo: null },
  },
  message(desk),
  0,
]);
example(selectNotes).is(({ ticketId }) => [{ ticketId, limit: 5 }]);
const noteKey = newId();
example(selectNoteByKey).is(
  () => [noteKey],
  ({ ticketId }) => `update tracking_notes set idempotency_key = '${noteKey}' where ticket_id = '${ticketId}'`,
);
example(selectStoreTexts).is(
  ({ ticketId }) => [ticketId],
  ({ noteId }) => `update ticket_messages set content = 'SHOPIFY_INTEGRATION_DATA:' where id = '${noteId}'`,
);
example(selectOrderByNumber).is(({ customerId: id }) => ["1001", { id, email: null }]);
example(recordActivity).is(({ ticketId, owner }) => [
  { ticketId, actorId: owner.userId, kind: "created", details: {} },
]);

const erased = `erased-${newId()}@customer.test`;
const writes = ({ messageId, customerId, ticketId }: FullDesk) =>
  `update ticket_messages set author_email = '${erased}', mail_message_id = '${namedMail}' where id = '${messageId}';
   update customers set email = '${erased}' where id = '${customerId}';
   update notifications set message = 'To ${erased}', id = 'message-${messageId}'
     where id = (select id from notifications order by id limit 1);
   update outgoing_mails set details = details || '{"references": ["${namedMail}"]}' where message_id is not null;
   update mail_log set from_email = '${erased}', ticket_id = '${ticketId}' where state = 'failed'`;
const askedFor = (
  desk: FullDesk,
) => `${writes(desk)}; insert into outgoing_mails (id, kind, mail_message_id, to_email, details)
  values (gen_random_uuid(), 'data_request', gen_random_uuid(), 'a@b.test', '{"request": {"customerEmail": "${erased}"}}')`;
for (const query of [deleteNotificationsOfCustomer, eraseMailsOf])
  example(query).is(({ customerId }) => [{ customerId }], writes);
example(eraseRecipient).is(({ customerId }) => [{ customerId }], askedFor);
for (const query of [deleteNotificationsOfMessage, eraseAnswered])
  example(query).is(({ messageId, ticketId }) => [{ messageId, ticketId }], writes);
for (const query of [deleteFilesOfMessage, blankMessage])
  example(query).is(({ messageId: id, ticketId }) => [{ id, ticketId }], writes);
example(eraseMailsOfTicket).is(({ ticketId }) => [{ ticketId, actorId: null }]);
example(selectWrittenBy).is(() => [erased], writes);
