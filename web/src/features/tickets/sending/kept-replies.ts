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
import { keepResources, readKeptResources } from "../detail/composer/reply-resources.ts";
import { NOTHING_SEEN } from "../detail/composer/use-composed.ts";
import { putBackFiles } from "../files/use-reply-files.ts";
import { type ChosenRecipients, keepRecipients } from "../recipients/kept-recipients.ts";
import { keepNotSent } from "./reply-notices.ts";

/** How much the server's clock is ahead of this machine's, which may be wrong by minutes. */
let aheadMs = 0;

/** When a kept reply leaves, by this machine's clock, in milliseconds since 1970. */
export const dueOf = ({ dueAt }: Pick<KeptReply, "dueAt">): number => Date.parse(dueAt) - aheadMs;

/** One's own kept replies: those that wait and those that came back. */
export const ownKept = () => ({
  ...api.keptReplies.list.queryOptions(),
  async queryFn({ signal }: { signal: AbortSignal }) {
    const listed = await api.keptReplies.list.call({}, { signal });
    aheadMs = Date.parse(listed.now) - Date.now();
    return listed;
  },
});

/** What waits on a ticket, whoever wrote it. */
export const keptOf = (ticketId: string) => api.keptReplies.ofTicket.queryOptions({ input: { ticketId } });

/** Shows at once what the server keeps of one's own: a new one, one at another time, or no more. */
export function showKept(cache: QueryClient, kept: KeptReply, isThere = true): void {
  const { id, ticketId } = kept;
  const within = (items: KeptReply[]) => {
    if (!isThere) return items.filter((one) => one.id !== id);
    return items.some((one) => one.id === id) ? items.map((one) => (one.id === id ? kept : one)) : [...items, kept];
  };
  // A list that is on its way may be older.
  void cache.cancelQueries({ queryKey: ownKept().queryKey });
  cache.setQueryData(ownKept().queryKey, (before) => before && { ...before, items: within(before.items) });
  const of = keptOf(ticketId).queryKey;
  void cache.cancelQueries({ queryKey: of });
  cache.setQueryData(of, (before) => before && { items: within(before.items).filter((one) => one.returned === null) });
  refetchKept(cache);
}

/** Asks the server for all of them anew. */
export function refetchKept(cache: QueryClient): void {
  void cache.invalidateQueries({ queryKey: api.keptReplies.key() });
}

/** What a composer needs for a reply to be a draft again and the server has no use for. */
interface Beside {
  recipients: ChosenRecipients;
  /** Those of them whose name alone says who they are, by their addresses. */
  known: string[];
  /** What it tells of an order, as it was kept with the draft. */
  told: string;
  resources: readonly AttachedResource[];
}

const nothingBeside = { mode: "", isChosen: true, customerId: "?", known: [] as string[], told: "", resources: "" };

/** The same as the server keeps it; undefined where that would be too long. */
export function besideDraft({ recipients, known, told, resources }: Beside): string | undefined {
  const { mode, isChosen, customerId } = recipients;
  const beside = {
    mode: mode ?? "",
    isChosen,
    customerId: customerId ?? "?",
    known,
    told,
    resources: keepResources(resources),
  };
  const draft = JSON.stringify(beside satisfies typeof nothingBeside);
  return draft.length <= limits.keptDraftLength ? draft : undefined;
}

const besideOf = ({ draft }: KeptReply) => readFields(draft ?? "", nothingBeside);

/** Those whom one's own kept reply goes to, by name; nothing of one that does not say. */
export function namesIn(kept: KeptReply): string | null {
  const { known } = besideOf(kept);
  return kept.recipients && namesByKind(kept.recipients, (email) => known.includes(email));
}

/** So many of the last that came back to a ticket are known to be drafts in every tab. */
const marked = 10;
/** Those that this page made drafts of. */
const taken = new Set<string>();

/**
 * Makes a draft of a reply that came back, before what was written on its ticket since, and has the server forget it. Its composer says why
 * it came back, unless its author took it back.
 */
export function takeBack(cache: QueryClient, kept: KeptReply): void {
  const { id, ticketId, authorId } = kept;
  const mark = draftKey(authorId, "reply-taken", ticketId);
  const before = readDraft(mark).split(" ");
  // Another tab may have been first.
  if (!taken.has(id) && !before.includes(id)) {
    writeDraft(mark, [id, ...before].slice(0, marked).join(" "));
    putBack(kept);
    if (isRefused(kept)) {
      keepNotSent(kept);
      // Others may have written, or done something else to the ticket.
      refreshTicket(cache, ticketId);
    }
  }
  taken.add(id);
  showKept(cache, kept, false);
  // Where this fails it comes again, and is known to have been taken.
  void retried(
    () => api.keptReplies.forget.call({ id }),
    () => navigator.onLine,
  ).catch(() => undefined);
}

/** So long the tab in which somebody pressed Undo has for it, and every tab to see in the storage what another one did. */
const ownMs = 3_000;
const taking = new Set<string>();

/** Takes back what came back to the ticket that is open here: of several tabs that show it, one does. */
export async function takeBackHere(cache: QueryClient, kept: KeptReply): Promise<void> {
  const { id } = kept;
  if (taking.has(id)) return;
  taking.add(id);
  if (isRefused(kept)) return aloneFor(id, () => takeBack(cache, kept));
  await pause(ownMs);
  const { items = [] } = cache.getQueryData(ownKept().queryKey) ?? {};
  if (!isTaken(kept) && items.some((one) => one.id === id)) takeBack(cache, kept);
}

/** Runs something in one tab alone; on pages without TLS there are no locks, and what is marked in the storage has to do. */
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

/** Whether a reply that came back is a draft here already, and the server only does not know yet. */
export const isTaken = ({ id }: KeptReply): boolean => taken.has(id);

/** Whether somebody or something else than its author brought it back. */
export const isRefused = ({ returned }: KeptReply): boolean => returned !== null && returned.reason !== "undone";

function putBack(kept: KeptReply): void {
  const { ticketId, authorId, content, files, recipients, answersId, lastSeenMessageId, resourceIds } = kept;
  const { mode, isChosen, customerId, told, resources } = besideOf(kept);
  const at = (part: string) => draftKey(authorId, part, ticketId);
  const since = readDraft(at("reply"));
  const isAlone = since.trim() === "";
  // That of the kept one is used up.
  if (isAlone) writeDraft(at("reply-key"), "");
  writeDraft(at("reply-seen"), lastSeenMessageId ?? NOTHING_SEEN);
  const own = readKeptResources(resources).filter((resource) => resourceIds.includes(resource.id));
  const others = readKeptResources(readDraft(at("reply-resources"))).filter(({ id }) => !resourceIds.includes(id));
  replaceDraft(at("reply-resources"), keepResources([...own, ...others]));
  // What it says is for them, whatever was chosen for what was written since.
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

/** Those whom a mail was to go to, as a request says it. */
type Wanted = Partial<Record<RecipientKind, readonly { email: string }[] | undefined>>;

/** Whether a message of the store went to just those whom it was to go to, where it says so. */
export function wentTo(
  { recipients }: { recipients: readonly { email: string }[] },
  wanted: Wanted | null | undefined,
): boolean {
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
