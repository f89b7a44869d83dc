import { ticketLabel } from "@deskhand/contract/vocabulary";
import { isDefinedError } from "@orpc/client";
import { useEffect, useMemo, useState } from "react";
import { readFields } from "../../../lib/drafts.ts";
import { type CallError, failureSentence } from "../../../lib/failure.ts";
import { sharedValue } from "../../../ui/shared-value.ts";
import { movedOnMessages } from "../detail/composer/reply-failure.ts";
import type { HeldNews } from "./held-store.ts";
import { keptEntries } from "./kept-entries.ts";

/** What somebody has to know of a reply that they sent, in whichever tab and page they are, until they have seen it. */
export interface ReplyNotice {
  id: string;
  userId: string;
  ticketId: string;
  title: string;
  message: string;
  /** Whether the text waits for its writer. */
  isKept: boolean;
  /** Whether others wrote meanwhile: its composer shows what. */
  isMovedOn: boolean;
}

const entries = keptEntries("deskhand-reply-notice");
const blank: ReplyNotice = {
  id: "",
  userId: "",
  ticketId: "",
  title: "",
  message: "",
  isKept: false,
  isMovedOn: false,
};
const listeners = new Set<() => void>();

/** The ticket whose composer is on the screen, which itself tells what became of its reply; null while there is none. */
export const shownComposer = sharedValue<string | null>(null);

/** Tells it in every tab of this browser that the person has open. */
export function keepNotice(notice: ReplyNotice): void {
  entries.keep(notice.userId, notice.id, JSON.stringify(notice));
  for (const listener of listeners) listener();
}

/** It was seen: no tab shows it any more. */
export function dropNotice(userId: string, id: string): void {
  entries.drop(userId, id);
  for (const listener of listeners) listener();
}

/** The notice that a reply to a ticket was not sent. */
const notSentId = (ticketId: string): string => `not-sent-${ticketId}`;

/** Tells of a reply that was not sent. */
export function tellNotSent(news: Exclude<HeldNews, { outcome: "sent" }>): void {
  const { userId, ticketId, ticketNumber } = news.reply;
  const title = `Your reply to ${ticketLabel(ticketNumber)} was not sent`;
  const isMovedOn = news.outcome === "kept" && movedOnMessages(news.error) !== null;
  keepNotice({
    id: notSentId(ticketId),
    userId,
    ticketId,
    title,
    message: notSentWords(news),
    isKept: true,
    isMovedOn,
  });
}

/** What is to be told to somebody. */
export function readNotices(userId: string): ReplyNotice[] {
  const found = entries.read(userId).map((entry) => readFields(entry, blank));
  return found.filter((notice) => notice.userId === userId && notice.id !== "" && notice.title !== "");
}

/** What is to be told to somebody, also of what another tab tells or was told to forget. */
export function useReplyNotices(userId: string): ReplyNotice[] {
  const [kept, setKept] = useState(() => JSON.stringify(readNotices(userId)));
  useEffect(() => {
    const look = () => setKept(JSON.stringify(readNotices(userId)));
    const hear = ({ key }: StorageEvent) => entries.isKey(userId, key) && look();
    look();
    listeners.add(look);
    addEventListener("storage", hear);
    return () => {
      listeners.delete(look);
      removeEventListener("storage", hear);
    };
  }, [userId]);
  return useMemo(() => JSON.parse(kept), [kept]);
}

const kept = "Everything is in the composer again.";

/** Why a held reply was not sent, and where it is. */
function notSentWords(news: Exclude<HeldNews, { outcome: "sent" }>): string {
  if (news.outcome !== "kept")
    return "An earlier attempt had been sent after all. What you wrote since is in the composer.";
  if (news.error === null) return `The page was closed before it was due. ${kept}`;
  return `${failureSentence(news.error)} ${placeAfter(news.error)}`;
}

/** Where the text is after an error: not every ticket has a composer. */
function placeAfter(error: CallError): string {
  if (!isDefinedError(error)) return kept;
  if (error.code === "ticket_not_found") return "Your text is kept: open this to copy it.";
  if (error.code === "ticket_archived") return "Your text is kept, and is in the composer once the ticket is reopened.";
  if (error.code === "ticket_merged") return "Your text goes there with it: open this to find it.";
  return kept;
}

/** Why the last reply to a ticket came back, once it could no longer be undone; its composer tells it for as long as it is there. */
export function useNotSent(userId: string, ticketId: string): { notSent: ReplyNotice | undefined; drop: () => void } {
  const notSent = useReplyNotices(userId).find(({ id }) => id === notSentId(ticketId));
  useEffect(() => {
    shownComposer.set(ticketId);
    return () => shownComposer.set(null);
  }, [ticketId]);
  return { notSent, drop: () => dropNotice(userId, notSentId(ticketId)) };
}
