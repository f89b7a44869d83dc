import type { KeptReply } from "@deskhand/contract/desk/kept-replies";
import { limits } from "@deskhand/contract/limits";
import type { Message } from "@deskhand/contract/messages";
import type { RecipientKind } from "@deskhand/contract/vocabulary";
import type { QueryClient } from "@tanstack/react-query";
import { type IsKnown, namesByKind } from "../../../entities/person/mailbox-words.ts";
import type { AttachedResource } from "../../../entities/ticket/reply-draft.ts";
import { refreshTicket } from "../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../lib/api.ts";
import { draftKey, readDraft, readFields, replaceDraft, writeDraft } from "../../../lib/drafts.ts";
import { retried } from "../../../lib/retries.ts";
import { keepMacro } from "../detail/composer/reply-macro.ts";
import { keepResources, readKeptResources } from "../detail/composer/reply-resources.ts";
import { NOTHING_SEEN } from "../detail/composer/use-composed.ts";
import { putBackFiles } from "../files/use-reply-files.ts";
import { type ChosenRecipients, keepRecipients } from "../recipients/kept-recipients.ts";
import { keepNotSent } from "./reply-notices.ts";

/** How far the server's clock is ahead of this machine's, which may be minutes wrong. */
let aheadMs = 0;

/** Returns when a kept reply leaves, by this machine's clock, in milliseconds since 1970. */
export const dueOf = ({ dueAt }: Pick<KeptReply, "dueAt">): number => Date.parse(dueAt) - aheadMs;

/** The user's own kept replies, waiting or returned. */
export const ownKept = () => ({
  ...api.keptReplies.list.queryOptions(),
  async queryFn({ signal }: { signal: AbortSignal }) {
    const listed = await api.keptReplies.list.call({}, { signal });
    aheadMs = Date.parse(listed.now) - Date.now();
    return listed;
  },
});

/** The replies waiting on a ticket, whoever wrote them. */
export const keptOf = (ticketId: string) => api.keptReplies.ofTicket.queryOptions({ input: { ticketId } });

/** Shows a change of one's own kept replies at once: added, rescheduled, or removed. */
export function showKept(cache: QueryClient, kept: KeptReply, isThere = true): void {
  const { id, ticketId } = kept;
  const within = (items: KeptReply[]) => {
    if (!isThere) return items.filter((one) => one.id !== id);
    return items.some((one) => one.id === id) ? items.map((one) => (one.id === id ? kept : one)) : [...items, kept];
  };
  // A list being fetched may be older.
  void cache.cancelQueries({ queryKey: ownKept().queryKey });
  cache.setQueryData(ownKept().queryKey, (before) => before && { ...before, items: within(before.items) });
  const of = keptOf(ticketId).queryKey;
  void cache.cancelQueries({ queryKey: of });
  cache.setQueryData(of, (before) => before && { items: within(before.items).filter((one) => one.returned === null) });
  refetchKept(cache);
}

/** Refetches all kept replies. */
export function refetchKept(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: api.keptReplies.key() });
}

/** What a composer needs to restore a reply as a draft, and the server does not use. */
interface DraftState {
  recipients: ChosenRecipients;
  /** The addresses shown by name alone. */
  known: string[];
  /** The order details in the text, as stored with the draft. */
  told: string;
  resources: readonly AttachedResource[];
  macroTitle: string;
}

const nothingBeside = {
  mode: "",
  isChosen: true,
  customerId: "?",
  known: [] as string[],
  told: "",
  resources: "",
  macroTitle: "",
};

/** Serializes it for the server; undefined if too long. */
export function besideDraft({ recipients, known, told, resources, macroTitle }: DraftState): string | undefined {
  const { mode, isChosen, customerId } = recipients;
  const beside = {
    mode: mode ?? "",
    isChosen,
    customerId: customerId ?? "?",
    known,
    told,
    resources: keepResources(resources),
    macroTitle,
  };
  const draft = JSON.stringify(beside satisfies typeof nothingBeside);
  return draft.length <= limits.keptDraftLength ? draft : undefined;
}

const besideOf = ({ draft }: KeptReply) => readFields(draft ?? "", nothingBeside);

/** Returns the recipients' names of one's own kept reply; null if it stores none. */
export function namesIn(kept: KeptReply): string | null {
  const { known } = besideOf(kept);
  return kept.recipients && namesByKind(kept.recipients, (email) => known.includes(email));
}

/** How many returned replies of a ticket every tab remembers as drafts. */
const marked = 10;
/** Those that this page made drafts. */
const takenIds = new Set<string>();

/**
 * Makes a returned reply a draft, before any text written on its ticket since, and has the server forget it. Its
 * composer says why it came back, unless its author took it back.
 */
export function takeBack(cache: QueryClient, kept: KeptReply): void {
  const { id, ticketId, authorId } = kept;
  const mark = draftKey(authorId, "reply-taken", ticketId);
  const before = readDraft(mark).split(" ");
  // Another tab may have been first.
  if (!takenIds.has(id) && !before.includes(id)) {
    writeDraft(mark, [id, ...before].slice(0, marked).join(" "));
    putBack(kept);
    if (isRefused(kept)) {
      keepNotSent(kept);
      // Others may have changed the ticket.
      refreshTicket(cache, ticketId);
    }
  }
  takenIds.add(id);
  showKept(cache, kept, false);
  // If this fails, it is returned again and recognized as taken.
  void retried(
    () => api.keptReplies.forget.call({ id }),
    () => navigator.onLine,
  ).catch(() => undefined);
}

/** Has no device of its author show the notice of a returned reply any more; its text stays until a composer takes it. */
export function markSeen(cache: QueryClient, kept: KeptReply): void {
  const { id, returned } = kept;
  if (returned === null) return;
  const seen = { ...kept, returned: { ...returned, isSeen: true } };
  // Not fetched again before the server knows it, or the notice would be back for a moment.
  void cache.cancelQueries({ queryKey: ownKept().queryKey });
  cache.setQueryData(
    ownKept().queryKey,
    (before) => before && { ...before, items: before.items.map((one) => (one.id === id ? seen : one)) },
  );
  // If this fails, the notice is back with the next list.
  void retried(
    () => api.keptReplies.markSeen.call({ id }),
    () => navigator.onLine,
  )
    .catch(() => undefined)
    .finally(() => refetchKept(cache));
}

/** How long the tab in which Undo was pressed has priority, and how long every tab has to see another's storage. */
const ownMs = 3_000;
const taking = new Set<string>();

/** Takes back what returned to the ticket open here; of several tabs showing it, one does. */
export async function takeBackHere(cache: QueryClient, kept: KeptReply): Promise<void> {
  const { id } = kept;
  if (taking.has(id)) return;
  taking.add(id);
  if (isRefused(kept)) return aloneFor(id, () => takeBack(cache, kept));
  await pause(ownMs);
  const { items = [] } = cache.getQueryData(ownKept().queryKey) ?? {};
  if (!isTaken(kept) && items.some((one) => one.id === id)) takeBack(cache, kept);
}

/** Runs something in one tab alone. Pages without TLS have no locks and rely on the storage marks. */
async function aloneFor(id: string, run: () => void): Promise<void> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return run();
  await locks.request(`deskhand-take:${id}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    run();
    await pause(ownMs);
  });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Whether a returned reply is already a draft here and the server only does not know yet. */
export const isTaken = ({ id }: KeptReply): boolean => takenIds.has(id);

/** Whether somebody or something else than its author brought it back. */
export const isRefused = ({ returned }: KeptReply): boolean => returned !== null && returned.reason !== "undone";

function putBack(kept: KeptReply): void {
  const { ticketId, authorId, content, files, recipients, answersId, lastSeenMessageId, resourceIds } = kept;
  const { mode, isChosen, customerId, told, resources, macroTitle } = besideOf(kept);
  const at = (part: string) => draftKey(authorId, part, ticketId);
  const since = readDraft(at("reply"));
  const isAlone = since.trim() === "";
  // The kept reply's key is used up.
  if (isAlone) writeDraft(at("reply-key"), "");
  writeDraft(at("reply-seen"), lastSeenMessageId ?? NOTHING_SEEN);
  const own = readKeptResources(resources).filter((resource) => resourceIds.includes(resource.id));
  const others = readKeptResources(readDraft(at("reply-resources"))).filter(({ id }) => !resourceIds.includes(id));
  replaceDraft(at("reply-resources"), keepResources([...own, ...others]));
  if (kept.macro !== null) replaceDraft(at("reply-macro"), keepMacro({ ...kept.macro, title: macroTitle || "Macro" }));
  // The text is meant for them, whatever was chosen for a later one.
  if (recipients !== null) {
    const chosen: ChosenRecipients = {
      ...recipients,
      answersId,
      mode: mode === "reply" || mode === "reply-all" ? mode : null,
      isChosen,
      customerId: customerId === "?" ? null : customerId,
    };
    replaceDraft(at("reply-recipients"), keepRecipients(chosen));
  }
  writeDraft(at("reply-told"), `${readDraft(at("reply-told"))}\n${told}`);
  putBackFiles(
    authorId,
    ticketId,
    files.map(({ fileSize: size, ...file }) => ({ ...file, size })),
  );
  replaceDraft(at("reply"), isAlone ? content : `${content}\n\n${since}`);
}

/** A mail's recipients as a request names them. */
type RequestedRecipients = Partial<Record<RecipientKind, readonly { email: string }[] | undefined>>;

/** Whether a message of the store went to exactly the requested recipients, if any were named. */
export function wentTo(
  { recipients }: { recipients: readonly { email: string }[] },
  wanted: RequestedRecipients | null | undefined,
): boolean {
  if (!wanted || recipients.length === 0) return true;
  const went = new Set(recipients.map(({ email }) => email));
  const all = [...(wanted.to ?? []), ...(wanted.cc ?? []), ...(wanted.bcc ?? [])];
  return all.length === went.size && all.every(({ email }) => went.has(email));
}

/** Returns a message's recipients by name and kind. */
export function wentToWords({ recipients }: Pick<Message, "recipients">, isKnown: IsKnown): string {
  const of = (wanted: RecipientKind) => recipients.filter(({ kind }) => kind === wanted);
  return namesByKind({ to: of("to"), cc: of("cc"), bcc: of("bcc") }, isKnown);
}
