import { trimWritten } from "@deskhand/contract/desk/trim-written";
import type { Message } from "@deskhand/contract/messages";
import type { RecipientKind } from "@deskhand/contract/vocabulary";
import { type IsKnown, namesByKind } from "../../../entities/person/mailbox-words.ts";
import { api } from "../../../lib/api.ts";
import { draftKey, readDraft, replaceDraft, writeDraft } from "../../../lib/drafts.ts";
import { isSignedOut } from "../../../lib/failure.ts";
import { leaveForLogin } from "../../../lib/login-address.ts";
import { keepResources, readKeptResources } from "../detail/composer/reply-resources.ts";
import { NOTHING_SEEN } from "../detail/composer/use-composed.ts";
import { putBackFiles } from "../files/use-reply-files.ts";
import { type ChosenRecipients, keepRecipients } from "../recipients/kept-recipients.ts";
import { hasReply } from "./added-last.ts";
import { type HeldReply, isHeldKey } from "./held-reply.ts";
import { createHeldStore, type HeldStore } from "./held-store.ts";
import { tellNotSent } from "./reply-notices.ts";

const stores = new Map<string, HeldStore>();

/** The held replies that this page has asked for. */
export const openStores = (): HeldStore[] => [...stores.values()];

/** The replies that a person sent and can still undo: the same for as long as the page lives. */
export function heldReplies(userId: string): HeldStore {
  const open = stores.get(userId);
  if (open !== undefined) return open;
  const presence = `deskhand-held-tab:${userId}`;
  const store = createHeldStore({
    userId,
    now: () => Date.now(),
    isOnline: () => navigator.onLine,
    alone,
    hasOtherTab: () => isHeldTwice(presence),
    send,
    sendLeaving: (reply) => void fetch(...requestOf(reply)).catch(() => undefined),
    wasSent,
    putBack,
  });
  stores.set(userId, store);
  // Before anything is drawn: what was refused is told, whichever tab sent it.
  store.onNews((news) => news.outcome !== "sent" && tellNotSent(news));
  // Shared by all tabs, and gone with each.
  locks()
    ?.request(presence, { mode: "shared" }, () => new Promise<void>(() => undefined))
    .catch(() => undefined);
  addEventListener("storage", ({ key }) => isHeldKey(userId, key) && store.refresh());
  addEventListener("online", store.refresh);
  addEventListener("offline", store.refresh);
  addEventListener("pagehide", store.leave);
  void store.start();
  return store;
}

/** Only secure pages have locks; on others the key alone sees to it that a reply is sent once. */
const locks = (): LockManager | undefined => navigator.locks;

async function alone(key: string, ifFree: boolean, run: () => Promise<void>): Promise<void> {
  const manager = locks();
  if (manager === undefined) return run();
  await manager.request(`deskhand-held:${key}`, { ifAvailable: ifFree }, (lock) => (lock === null ? undefined : run()));
}

async function isHeldTwice(name: string): Promise<boolean> {
  const { held = [] } = (await locks()?.query()) ?? {};
  return held.filter((lock) => lock.name === name).length > 1;
}

const whomOf = ({ to, cc, bcc, answersId }: ChosenRecipients) => ({
  recipients: { to, cc, bcc },
  ...(answersId !== null && { answersId }),
});

const bodyOf = ({ ticketId, text, seen, ...reply }: HeldReply) => ({
  ticketId,
  content: trimWritten(text),
  idempotencyKey: reply.key,
  lastSeenMessageId: seen,
  sendAnyway: reply.sendAnyway,
  ...(reply.recipients !== null && whomOf(reply.recipients)),
  resourceIds: reply.resources.map(({ id }) => id),
  attachmentIds: reply.files.map(({ id }) => id),
  authorId: reply.userId,
  ...(reply.thenStatus !== null && { thenStatus: reply.thenStatus, expectedStatus: reply.status }),
});

/** A text as the server keeps it. */
const asKept = (text: string) => trimWritten(text.replaceAll("\0", "").toWellFormed());

async function send(reply: HeldReply): Promise<boolean> {
  try {
    const message = await api.messages.reply.call(bodyOf(reply));
    return message.content === asKept(reply.text) && wentTo(message, reply.recipients);
  } catch (error) {
    if (isSignedOut(error)) leaveForLogin();
    throw error;
  }
}

/** The same request, which the browser completes after the page. */
function requestOf(reply: HeldReply): [string, RequestInit] {
  const { ticketId, ...body } = bodyOf(reply);
  const headers = { "content-type": "application/json" };
  return [`/api/tickets/${ticketId}/replies`, { method: "POST", keepalive: true, headers, body: JSON.stringify(body) }];
}

/** Whether the thread has what was written, after what its writer had seen. */
async function wasSent({ ticketId, userId, text, seen }: HeldReply): Promise<boolean> {
  const { messages } = await api.tickets.get.call({ id: ticketId });
  return hasReply(messages, { authorId: userId, content: asKept(text), lastSeenMessageId: seen });
}

/** Makes a draft of a held reply again, before what was written on its ticket since; one that the server may have keeps its key. */
function putBack(reply: HeldReply): void {
  const { userId, ticketId, text, files, recipients } = reply;
  const at = (part: string) => draftKey(userId, part, ticketId);
  const since = readDraft(at("reply"));
  const isAlone = since.trim() === "";
  if (reply.isTried) writeDraft(at("reply-key"), reply.key);
  else if (isAlone) writeDraft(at("reply-key"), "");
  writeDraft(at("reply-seen"), reply.seen ?? NOTHING_SEEN);
  const kept = readKeptResources(readDraft(at("reply-resources")));
  const others = kept.filter(({ id }) => !reply.resources.some((resource) => resource.id === id));
  replaceDraft(at("reply-resources"), keepResources([...reply.resources, ...others]));
  // What it says is for them, whatever was chosen for what was written since.
  if (recipients !== null) replaceDraft(at("reply-recipients"), keepRecipients(recipients));
  writeDraft(at("reply-told"), `${readDraft(at("reply-told"))}\n${reply.told}`);
  putBackFiles(userId, ticketId, files);
  replaceDraft(at("reply"), isAlone ? text : `${text.trimEnd()}\n\n${since}`);
}

/** Those whom a mail was to go to, as a request says it. */
type Wanted = Partial<Record<RecipientKind, readonly { email: string }[] | undefined>>;

/** Whether a message of the store went to just those whom it was to go to, where it says so. */
export function wentTo({ recipients }: Pick<Message, "recipients">, wanted: Wanted | null | undefined): boolean {
  if (!wanted || recipients.length === 0) return true;
  const went = new Set(recipients.map(({ email }) => email));
  const all = [...(wanted.to ?? []), ...(wanted.cc ?? []), ...(wanted.bcc ?? [])];
  return all.length === went.size && all.every(({ email }) => went.has(email));
}

/** Those whom a message of the store went to, by name and kind. */
export function wentToWords({ recipients }: Pick<Message, "recipients">, isKnown: IsKnown): string {
  const of = (wanted: RecipientKind) => recipients.filter(({ kind }) => kind === wanted);
  return namesByKind({ to: of("to"), cc: of("cc"), bcc: of("bcc") }, isKnown);
}
