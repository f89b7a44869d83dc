import {
  answerTo,
  answerToNewCustomer,
  broughtIn,
  everybodyIn,
  recipientsOfAnswer,
  tooManyRecipients,
} from "@deskhand/contract/desk/whom";
import { limits } from "@deskhand/contract/limits";
import type { Message } from "@deskhand/contract/messages";
import type { AnswerMode, Recipients } from "@deskhand/contract/recipients";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { useEffect, useRef, useState } from "react";
import { channels } from "../../../entities/ticket/channels.ts";
import { useDeskPreferences } from "../../../entities/ticket/use-desk-preferences.ts";
import { draftKey, reopenDraft, useDraft } from "../../../lib/drafts.ts";
import { useSession } from "../../../lib/session.ts";
import { modesOf, namesakesOf, ownAddresses, usuallyAnswered, withoutIt } from "./answered.ts";
import { type ChosenRecipients, isToTheSame, keepRecipients, readKeptRecipients } from "./kept-recipients.ts";
import { useRecipientNews } from "./recipient-rows.tsx";
import { useIsKnown } from "./use-found-people.ts";

interface RecipientsSetting {
  ticket: TicketDetail;
  /** What is known of the thread, oldest first. */
  messages: readonly Message[];
  /** Whether something stands in the reply: then nobody changes whom it goes to but its writer. */
  isWriting: boolean;
}

/** Whom the reply being written goes to and which message it answers, kept with its draft. */
export function useRecipients({ ticket, messages, isWriting }: RecipientsSetting) {
  const { user, client } = useSession();
  const { answerMode } = useDeskPreferences().preferences;
  const keptAt = draftKey(user?.id ?? "", "reply-recipients", ticket.id);
  const [text, setText, sync] = useDraft(keptAt);
  const [wanted, setWanted] = useState<AnswerMode | null>(null);
  const [isAtIt, look] = useState(false);
  /** Those who stood there as the field was entered: what comes before the first letter makes it nobody else's. */
  const [lookedAt, setLookedAt] = useState<ChosenRecipients | null>(null);
  const isOwn = ownAddresses(messages, client);
  const isKnown = useIsKnown(ticket);

  const newest = usuallyAnswered(messages);
  const isOfEarlier = newest !== undefined && answerToNewCustomer(newest, "reply", ticket, isOwn) !== null;
  const newestModes = isOfEarlier ? { usual: "reply" as const, isChoice: true } : modesOf(newest, answerMode);
  const following = asUsual(wanted ?? newestModes.usual);
  const kept = readKeptRecipients(text);
  const isMadeOver = kept !== null && kept.customerId !== null && kept.customerId !== following.customerId;
  const stays = kept !== null && (kept.isChosen || isWriting);
  const isLookedAt = lookedAt !== null && !isWriting && !isToTheSame(lookedAt, following);
  const chosen = stays ? kept : isLookedAt ? lookedAt : following;
  const answered = messages.find(({ id }) => id === chosen.answersId);
  const channel = channels[(answered ?? newest)?.channel ?? "email"];
  const all = channel.answers === null ? everybodyIn(chosen) : [];
  const { news, isMissing } = useRecipientNews(ticket, chosen);
  const customerEmail = ticket.customer?.email?.toLowerCase() ?? "";

  function answering(message: Message | undefined, mode: AnswerMode, isChosen: boolean): ChosenRecipients {
    const to = answerTo(message, mode, ticket.customer, isOwn);
    return { ...to, answersId: message?.id ?? null, mode, isChosen, customerId: ticket.customerId ?? "" };
  }

  /** An answer to the newest message, to the ticket's customer where it was somebody else's when that came. */
  function asUsual(mode: AnswerMode): ChosenRecipients {
    return { ...answering(newest, mode, false), ...(newest && answerToNewCustomer(newest, mode, ticket, isOwn)) };
  }

  function newcomers(): Set<string> {
    const isWhole = !ticket.hasOlderMessages;
    const known = broughtIn(messages, [...ticket.customerAddresses, customerEmail], isWhole);
    // Who stands in a part of the thread that is not loaded only the server can tell.
    const isNew = (email: string) => news.get(email)?.isNew ?? ((isWhole || isMissing) && !known.has(email));
    return new Set(all.map(({ email }) => email).filter(isNew));
  }

  /** To how many an answer to all would go, where they are more than a mail can go to, and it is not what is offered; else null. */
  function crowd(): number | null {
    if (chosen.mode !== "reply" || answered === undefined) return null;
    const count = everybodyIn(recipientsOfAnswer(answered, "reply-all")).length + answered.leftOutAddresses;
    return count > limits.recipientsPerMail ? count : null;
  }

  const keep = (next: ChosenRecipients) => setText(keepRecipients(next));

  // A text that was kept without them, as by an older version.
  const latest = useRef(following);
  latest.current = following;
  useEffect(() => {
    if (isWriting && text === "") setText(keepRecipients(latest.current));
  }, [isWriting, text, setText]);
  // Once what led into the field has taken effect.
  useEffect(() => setLookedAt(isAtIt ? latest.current : null), [isAtIt]);

  /** Answers the same message in another way. */
  function setMode(mode: AnswerMode) {
    setLookedAt(null);
    if (chosen.isChosen) keep(answering(answered ?? newest, mode, true));
    else if (isWriting) keep(answered === newest ? asUsual(mode) : answering(answered ?? newest, mode, false));
    else setWanted(mode);
  }

  function clear() {
    setLookedAt(null);
    setWanted(null);
    setText("");
  }

  return {
    /** As shown: this is what is sent. */
    chosen,
    /** The channel by which it goes. */
    channel,
    isOwn,
    /** Whose name alone says who they are. */
    isKnown,
    /** Those of them whose name says that. */
    known: all.flatMap(({ email }) => (isKnown(email) ? [email] : [])),
    answered,
    /** Whether another message than the newest is answered. */
    isEarlier: chosen.answersId !== null && chosen.answersId !== newest?.id,
    /** Whether it makes a difference to answer all. */
    isChoice:
      answered === newest && !chosen.isChosen ? newestModes.isChoice : modesOf(answered ?? newest, answerMode).isChoice,
    namesakes: namesakesOf(ticket.customer, { user, client }),
    newcomers: newcomers(),
    news,
    crowd: crowd(),
    /** Whose the ticket was made since it was begun, or since others were chosen by hand, and whether it goes to them. */
    madeOver:
      isMadeOver && stays && ticket.customer !== null && customerEmail !== ""
        ? {
            customer: ticket.customer,
            isOnIt: all.some(({ email }) => email === customerEmail || ticket.customerAddresses.includes(email)),
          }
        : null,
    withoutIt: withoutIt(all, answered),
    /** Why nothing can be sent to them, and in which field that is; null where it can. */
    fault: channel.answers === null ? faultOf(chosen) : null,
    /** The text changes: with its first word they stay as they are, and an emptied reply follows the thread again. */
    follow(before: string, after: string) {
      const [wasBlank, isBlank] = [before.trim() === "", after.trim() === ""];
      if (wasBlank && !isBlank) keep(chosen);
      if (wasBlank || !isBlank || kept?.isChosen !== false) return;
      clear();
      // Who has emptied it and is in the field still looks at them.
      if (isAtIt) setLookedAt(chosen);
    },
    /** Somebody was put in or taken off by hand. */
    edit: (next: Recipients) =>
      keep({ ...chosen, ...next, mode: null, isChosen: true, customerId: following.customerId }),
    /** The text's field is entered, or left. */
    look,
    setMode,
    /** The same as a key asks for it: nobody is taken off a reply that is begun, and a list made by hand stays. */
    prefer(mode: AnswerMode) {
      if (chosen.mode !== null && (mode === "reply-all" || !(isWriting || chosen.isChosen))) setMode(mode);
    },
    /** Answers a message of the thread. */
    answer(message: Message, mode: AnswerMode) {
      if (message.id === newest?.id && !isWriting && !isOfEarlier) {
        setLookedAt(null);
        setText("");
        setWanted(mode);
      } else keep(answering(message, mode, true));
    },
    /** Answers the newest message, as usual. */
    answerNewest() {
      if (isWriting) keep(asUsual(newestModes.usual));
      else clear();
    },
    clear,
    /** Forgets them as something that was not begun: where they come back, they are shown. */
    handOver() {
      clear();
      reopenDraft(keptAt);
    },
    /** Takes over what the storage holds, unless something was chosen here. */
    sync,
  };
}

function faultOf(chosen: ChosenRecipients) {
  return chosen.to.length === 0 ? ({ kind: "to", fault: "Choose who gets it" } as const) : tooManyRecipients(chosen);
}

/** Whom a reply goes to, for those who show and change it. */
export type ReplyRecipients = ReturnType<typeof useRecipients>;
