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
  /** The loaded thread, oldest first. */
  messages: readonly Message[];
  /** Whether the reply has a text: then only its writer changes the recipients. */
  isWriting: boolean;
}

/** The recipients of the reply being written and the message it answers, stored with its draft. */
export function useRecipients({ ticket, messages, isWriting }: RecipientsSetting) {
  const { user, client } = useSession();
  const { answerMode } = useDeskPreferences().preferences;
  const keptAt = draftKey(user?.id ?? "", "reply-recipients", ticket.id);
  const [text, setText, sync] = useDraft(keptAt);
  const [chosenMode, setChosenMode] = useState<AnswerMode | null>(null);
  const [isAtIt, look] = useState(false);
  /** The recipients shown when the field was entered: they stay fixed before the first letter too. */
  const [lookedAt, setLookedAt] = useState<ChosenRecipients | null>(null);
  const isOwn = ownAddresses(messages, client);
  const isKnown = useIsKnown(ticket);

  const newest = usuallyAnswered(messages);
  const isOfEarlier = newest !== undefined && answerToNewCustomer(newest, "reply", ticket, isOwn) !== null;
  const newestModes = isOfEarlier ? { usual: "reply" as const, isChoice: true } : modesOf(newest, answerMode);
  const following = asUsual(chosenMode ?? newestModes.usual);
  const stored = readKeptRecipients(text);
  const isMadeOver = stored !== null && stored.customerId !== null && stored.customerId !== following.customerId;
  const stays = stored !== null && (stored.isChosen || isWriting);
  const isLookedAt = lookedAt !== null && !isWriting && !isToTheSame(lookedAt, following);
  const chosen = stays ? stored : isLookedAt ? lookedAt : following;
  const answered = messages.find(({ id }) => id === chosen.answersId);
  const channel = channels[(answered ?? newest)?.channel ?? "email"];
  const all = channel.answers === null ? everybodyIn(chosen) : [];
  const { news, isMissing } = useRecipientNews(ticket, chosen);
  const customerEmail = ticket.customer?.email?.toLowerCase() ?? "";

  function answering(message: Message | undefined, mode: AnswerMode, isChosen: boolean): ChosenRecipients {
    const to = answerTo(message, mode, ticket.customer, isOwn);
    return { ...to, answersId: message?.id ?? null, mode, isChosen, customerId: ticket.customerId ?? "" };
  }

  /** Answers the newest message; or the ticket's customer, if it had another one at that time. */
  function asUsual(mode: AnswerMode): ChosenRecipients {
    return { ...answering(newest, mode, false), ...(newest && answerToNewCustomer(newest, mode, ticket, isOwn)) };
  }

  function newcomers(): Set<string> {
    const isWhole = !ticket.hasOlderMessages;
    const established = broughtIn(messages, [...ticket.customerAddresses, customerEmail], isWhole);
    // Only the server knows who is in the part of the thread that is not loaded.
    const isNew = (email: string) => news.get(email)?.isNew ?? ((isWhole || isMissing) && !established.has(email));
    return new Set(all.map(({ email }) => email).filter(isNew));
  }

  /** Returns how many an answer to all would have if they exceed a mail's limit, else null. */
  function crowd(): number | null {
    if (chosen.mode !== "reply" || answered === undefined) return null;
    const count = everybodyIn(recipientsOfAnswer(answered, "reply-all")).length + answered.leftOutAddresses;
    return count > limits.recipientsPerMail ? count : null;
  }

  const keep = (next: ChosenRecipients) => setText(keepRecipients(next));

  // A stored text without recipients, as of an older version.
  const latest = useRef(following);
  latest.current = following;
  useEffect(() => {
    if (isWriting && text === "") setText(keepRecipients(latest.current));
  }, [isWriting, text, setText]);
  // After the focus event's own effects.
  useEffect(() => setLookedAt(isAtIt ? latest.current : null), [isAtIt]);

  /** Answers the same message in another mode. */
  function setMode(mode: AnswerMode) {
    setLookedAt(null);
    if (chosen.isChosen) keep(answering(answered ?? newest, mode, true));
    else if (isWriting) keep(answered === newest ? asUsual(mode) : answering(answered ?? newest, mode, false));
    else setChosenMode(mode);
  }

  function clear() {
    setLookedAt(null);
    setChosenMode(null);
    setText("");
  }

  return {
    /** As shown; this is sent. */
    chosen,
    /** The channel of the reply. */
    channel,
    isOwn,
    /** Recognizes people shown by name alone. */
    isKnown,
    /** The addresses among them shown by name alone. */
    known: all.flatMap(({ email }) => (isKnown(email) ? [email] : [])),
    answered,
    /** Whether an older message is answered. */
    isEarlier: chosen.answersId !== null && chosen.answersId !== newest?.id,
    /** Whether answering all makes a difference. */
    isChoice:
      answered === newest && !chosen.isChosen ? newestModes.isChoice : modesOf(answered ?? newest, answerMode).isChoice,
    namesakes: namesakesOf(ticket.customer, { user, client }),
    newcomers: newcomers(),
    news,
    crowd: crowd(),
    /**
     * The ticket's new customer if it changed since the reply was begun or its recipients edited, and whether the reply
     * goes to them.
     */
    madeOver:
      isMadeOver && stays && ticket.customer !== null && customerEmail !== ""
        ? {
            customer: ticket.customer,
            isOnIt: all.some(({ email }) => email === customerEmail || ticket.customerAddresses.includes(email)),
          }
        : null,
    withoutIt: withoutIt(all, answered),
    /** Why nothing can be sent, and in which field; null if it can. */
    fault: channel.answers === null ? faultOf(chosen) : null,
    /** On a text change: the first letter fixes the recipients, and an emptied reply follows the thread again. */
    follow(before: string, after: string) {
      const [wasBlank, isBlank] = [before.trim() === "", after.trim() === ""];
      if (wasBlank && !isBlank) keep(chosen);
      if (wasBlank || !isBlank || stored?.isChosen !== false) return;
      clear();
      // A writer who emptied the field is still in it.
      if (isAtIt) setLookedAt(chosen);
    },
    /** Sets recipients edited by hand. */
    edit: (next: Recipients) =>
      keep({ ...chosen, ...next, mode: null, isChosen: true, customerId: following.customerId }),
    /** Reports that the text field is entered or left. */
    look,
    setMode,
    /** The same by a key: it removes nobody from a begun reply and keeps an edited list. */
    prefer(mode: AnswerMode) {
      if (chosen.mode !== null && (mode === "reply-all" || !(isWriting || chosen.isChosen))) setMode(mode);
    },
    /** Answers a message of the thread. */
    answer(message: Message, mode: AnswerMode) {
      if (message.id === newest?.id && !isWriting && !isOfEarlier) {
        setLookedAt(null);
        setText("");
        setChosenMode(mode);
      } else keep(answering(message, mode, true));
    },
    /** Answers the newest message in the default mode. */
    answerNewest() {
      if (isWriting) keep(asUsual(newestModes.usual));
      else clear();
    },
    clear,
    /** Forgets the recipients as if never begun, so that they show when they come back. */
    handOver() {
      clear();
      reopenDraft(keptAt);
    },
    /** Adopts the stored recipients, unless they were edited here. */
    sync,
  };
}

function faultOf(chosen: ChosenRecipients) {
  return chosen.to.length === 0 ? ({ kind: "to", fault: "Choose who gets it" } as const) : tooManyRecipients(chosen);
}

/** A reply's recipients with the functions to show and change them. */
export type ReplyRecipients = ReturnType<typeof useRecipients>;
