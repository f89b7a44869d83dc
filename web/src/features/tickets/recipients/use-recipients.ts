import { everybodyIn, tooManyRecipients } from "@deskhand/contract/desk/whom";
import { limits } from "@deskhand/contract/limits";
import type { Message } from "@deskhand/contract/messages";
import type { AnswerMode, Recipients } from "@deskhand/contract/recipients";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { useEffect, useRef, useState } from "react";
import { useDeskPreferences } from "../../../entities/ticket/use-desk-preferences.ts";
import { draftKey, reopenDraft, useDraft } from "../../../lib/drafts.ts";
import { useSession } from "../../../lib/session.ts";
import { answerTo, modesOf, newcomersAmong, ownAddresses, usuallyAnswered, withoutIt } from "./answered.ts";
import { type ChosenRecipients, keepRecipients, readKeptRecipients } from "./kept-recipients.ts";

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
  const isOwn = ownAddresses(messages, client);

  const newest = usuallyAnswered(messages);
  const following = answering(newest, wanted ?? modesOf(newest, answerMode).usual, false);
  const kept = readKeptRecipients(text);
  const chosen = kept !== null && (kept.isChosen || isWriting) ? kept : following;
  const answered = messages.find(({ id }) => id === chosen.answersId);
  const all = everybodyIn(chosen);

  function answering(message: Message | undefined, mode: AnswerMode, isChosen: boolean): ChosenRecipients {
    return { ...answerTo(message, mode, ticket.customer, isOwn), answersId: message?.id ?? null, mode, isChosen };
  }

  const keep = (next: ChosenRecipients) => setText(keepRecipients(next));

  // A text that was kept without them, as by an older version.
  const latest = useRef(following);
  latest.current = following;
  useEffect(() => {
    if (isWriting && text === "") setText(keepRecipients(latest.current));
  }, [isWriting, text, setText]);

  /** Answers the same message in another way. */
  function setMode(mode: AnswerMode) {
    if (chosen.isChosen || isWriting) keep(answering(answered ?? newest, mode, chosen.isChosen));
    else setWanted(mode);
  }

  function clear() {
    setWanted(null);
    setText("");
  }

  return {
    /** As shown: this is what is sent. */
    chosen,
    isOwn,
    answered,
    /** Whether another message than the newest is answered. */
    isEarlier: chosen.answersId !== null && chosen.answersId !== newest?.id,
    /** Whether it makes a difference to answer all. */
    isChoice: modesOf(answered ?? newest, answerMode).isChoice,
    namesakes: [
      ...(ticket.customer?.email ? [{ email: ticket.customer.email.toLowerCase(), name: ticket.customer.name }] : []),
      ...(user ? [{ email: user.email.toLowerCase(), name: user.name }] : []),
      ...(client ? [{ email: client.supportEmail.toLowerCase(), name: client.storeName }] : []),
    ],
    newcomers: new Set(newcomersAmong(all, messages, ticket.customer).map(({ email }) => email)),
    withoutIt: withoutIt(all, answered),
    /** Why nothing can be sent to them. */
    fault:
      chosen.to.length === 0
        ? "Choose who gets it"
        : all.length > limits.recipientsPerMail
          ? tooManyRecipients
          : undefined,
    /** The text changes: with its first word they stay as they are, and an emptied reply follows the thread again. */
    follow(before: string, after: string) {
      const [wasBlank, isBlank] = [before.trim() === "", after.trim() === ""];
      if (wasBlank && !isBlank) keep(chosen);
      if (!wasBlank && isBlank && kept?.isChosen === false) clear();
    },
    /** Somebody was put in or taken off by hand. */
    edit: (next: Recipients) => keep({ ...chosen, ...next, mode: null, isChosen: true }),
    setMode,
    /** The same as a key asks for it: nobody is taken off a reply that is begun, and a list made by hand stays. */
    prefer(mode: AnswerMode) {
      if (chosen.mode !== null && (mode === "reply-all" || !(isWriting || chosen.isChosen))) setMode(mode);
    },
    /** Answers a message of the thread. */
    answer(message: Message, mode: AnswerMode) {
      if (message.id === newest?.id && !isWriting) {
        setText("");
        setWanted(mode);
      } else keep(answering(message, mode, true));
    },
    /** Answers the newest message, as usual. */
    answerNewest() {
      if (isWriting) keep(answering(newest, modesOf(newest, answerMode).usual, false));
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

/** Whom a reply goes to, for those who show and change it. */
export type ReplyRecipients = ReturnType<typeof useRecipients>;
