import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useEffect, useMemo, useState } from "react";
import { readFields } from "../../../lib/drafts.ts";
import { sharedValue } from "../../../ui/shared-value.ts";
import { movedOnMessages } from "../detail/composer/reply-failure.ts";
import type { HeldNews } from "./held-store.ts";
import { keptEntries } from "./kept-entries.ts";
import { notSentWords } from "./not-sent-words.ts";

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
export const notSentId = (ticketId: string): string => `not-sent-${ticketId}`;

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
