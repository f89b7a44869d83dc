import type { KeptReply } from "@deskhand/contract/desk/kept-replies";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useOpenTicket } from "../../../entities/ticket/ticket-link.tsx";
import { wantComposer } from "../../../entities/ticket/wanted.ts";
import { api } from "../../../lib/api.ts";
import { type CallError, failureSentence, isMissing } from "../../../lib/failure.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { announce } from "../../../ui/announcer.tsx";
import { showToast } from "../../../ui/overlay/show-toast.ts";
import { sharedValue } from "../../../ui/shared-value.ts";
import { dueOf, namesIn, ownKept, refetchKept, showKept, takeBack } from "./kept-replies.ts";

/** One's own waiting reply, as shown. */
export interface WaitingReply extends KeptReply {
  /** When it leaves, by this machine's clock. */
  due: number;
  phase: "waiting" | "sending";
}

/** The longest timer in milliseconds. */
export const longestTimer = 2 ** 31 - 1;
/** How long a scheduled reply is shown where it was sent. */
const SCHEDULED_NOTICE_MS = 10_000;
const toldOf = sharedValue<string | null>(null);

/** Shows a scheduled reply briefly. */
export function tellOfLater({ id }: KeptReply): void {
  toldOf.set(id);
  setTimeout(() => toldOf.get() === id && toldOf.set(null), SCHEDULED_NOTICE_MS);
}

/** One's own waiting replies in order. */
function useWaiting(): WaitingReply[] {
  const { data } = useQuery(ownKept());
  const [, setNow] = useState(0);
  const now = Date.now();
  const waiting = (data?.items ?? []).flatMap((kept): WaitingReply[] => {
    const due = dueOf(kept);
    return kept.returned === null ? [{ ...kept, due, phase: due > now ? "waiting" : "sending" }] : [];
  });
  const next = Math.min(...waiting.filter(({ due }) => due > now).map(({ due }) => due));
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(next - Date.now() + 1, longestTimer));
    return () => clearTimeout(timer);
  }, [next]);
  return waiting;
}

/** Replies that can be undone for some more seconds, and one just scheduled. */
export function useKept(): WaitingReply[] {
  const scheduledId = toldOf.use();
  return useWaiting().filter(({ isLater, id }) => !isLater || id === scheduledId);
}

/** Returns the whole seconds until a time (milliseconds since 1970), at least 0. */
export function useSecondsTo(due: number): number {
  const left = () => Math.max(0, Math.ceil((due - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 250);
    return () => clearInterval(timer);
  });
  return Math.min(seconds, left());
}

type KeptId = Pick<KeptReply, "id">;

/** The actions on kept replies. */
export function useKeptActions() {
  const cache = useQueryClient();
  const open = useOpenTicket();
  const latest = useRef(open);
  latest.current = open;
  const failed = (title: string) => ({
    onError(error: CallError, { id }: { id: string }) {
      showToast({ id: `kept-${id}`, title, message: failureSentence(error) });
      refetchKept(cache);
    },
  });
  const showing = { onSuccess: (kept: KeptReply) => showKept(cache, kept) };

  const undo = useMutation(
    api.keptReplies.undo.mutationOptions({
      ...failsOffline,
      onSuccess(kept) {
        takeBack(cache, kept);
        announce("Not sent. Your reply is in the composer again");
        wantComposer(kept.ticketId);
        if (latest.current.openTicketId !== kept.ticketId) latest.current.openTicket(kept.ticketId);
      },
      onError(error, asked) {
        if (!isMissing(error, "kept_reply_not_found"))
          return failed("The reply was not taken back").onError(error, asked);
        sayTooLate();
        refetchKept(cache);
      },
    }),
  );
  const sendNow = useMutation(
    api.keptReplies.sendNow.mutationOptions({
      ...failsOffline,
      ...showing,
      ...failed("The reply is not sent earlier"),
    }),
  );
  const move = useMutation(
    api.keptReplies.move.mutationOptions({ ...failsOffline, ...showing, ...failed("The time was not changed") }),
  );
  const cancel = useMutation(
    api.keptReplies.cancel.mutationOptions({
      ...failed("The reply was not taken back"),
      onSuccess: () => refetchKept(cache),
    }),
  );

  return {
    /** Returns a reply to its ticket's composer, which opens; says so when it is too late. */
    undo: ({ id }: KeptId) => undo.mutate({ id }),
    sendNow: ({ id }: KeptId) => sendNow.mutate({ id }),
    move: ({ id }: KeptId, until: string) => move.mutate({ id, until }),
    /** Takes back a colleague's reply, which becomes their draft again. */
    cancel: ({ id }: KeptId) => cancel.mutate({ id }),
  };
}

/** Says that a reply can no longer be taken back. */
export function sayTooLate(): void {
  showToast({ id: "too-late-to-undo", title: "Too late to undo", message: "The reply is on its way." });
}

/** Whether a kept reply can still be taken back. */
export const isUndoable = ({ phase }: WaitingReply): boolean => phase === "waiting";

/** Says what is happening to a kept reply; its recipients follow. */
export const sendingWords = (kept: WaitingReply): string => (kept.isLater ? `${leavesWords(kept.due)}:` : "Sending to");

/** The same with the recipients, or the ticket if they are unknown. */
export const sendingTitle = (kept: WaitingReply): string =>
  `${sendingWords(kept)} ${namesIn(kept) ?? ticketLabel(kept.ticketNumber)}`;

/** "Leaves today, 3:00 PM", "Leaves tomorrow, 9:00 AM" or "Leaves Mon, Nov 30, 9:00 AM", in the reader's time zone. */
export function leavesWords(due: number, now = new Date()): string {
  const at = new Date(due);
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  const time = at.toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" });
  if (at.toDateString() === now.toDateString()) return `Leaves today, ${time}`;
  if (at.toDateString() === tomorrow.toDateString()) return `Leaves tomorrow, ${time}`;
  const year = at.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return `Leaves ${at.toLocaleDateString("en-US", { weekday: "short", month: "short", day: "numeric", year })}, ${time}`;
}
