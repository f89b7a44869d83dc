import type { Quota } from "@deskhand/contract/admin/sending";
import type { Recipients } from "@deskhand/contract/recipients";
import { type ChannelName, channelNames, type MessageAudience } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { QuestionOfEach } from "../../../platform/questions.ts";
import type { Services } from "../../../platform/services.ts";
import type { Conversation } from "../rows/conversation.queries.ts";
import type { MaySeeMail } from "./choose-recipients.ts";

export type ChannelServices = Pick<Services, "jobs" | "settings">;

/** The recipients of an outgoing message, and what follows from them. */
export type Addressing = {
  recipients: Recipients;
  /** The answered message; it may be quoted if all recipients had it. */
  answered: { id: string; mailMessageId: string | null; isKnownToAll: boolean } | null;
  audience: MessageAudience;
  /** The Message-IDs of the conversation, oldest first. */
  mailIds: readonly string[];
  maySee: MaySeeMail;
  /** The subject of a side conversation; null for the ticket's. */
  ownSubject: string | null;
  /** The number of the merged ticket that the answered message came by; the answer is sent under it. Null for the ticket's own. */
  ownNumber: number | null;
};

/** An outgoing message's content and conversation. */
type OutgoingContent = {
  ticketNumber: number;
  subject: string;
  content: string;
  customer: { id?: string | null; email: string | null; name: string | null };
  /** Absent, the customer alone. */
  recipients?: Recipients;
  answered: Addressing["answered"];
  /** The Message-IDs of the conversation, oldest first. */
  mailIds: readonly string[];
  /** Who may see which of these; absent, all may. */
  maySee?: MaySeeMail;
  /** Whether it forwards messages instead of answering one. */
  isForward?: boolean;
};

/** A message that was added to its ticket and has to be sent. */
type OutgoingMessage = OutgoingContent & {
  ticketId: string;
  messageId: string;
  /**
   * Set for an automatic acknowledgement, with the quota that it was counted in, and the request for a rating that it makes; absent, an
   * agent wrote the message.
   */
  acknowledges?: { quota: Quota | null; ratingId?: string };
};

/** The state of a message that was handed over; an error is a sentence for its author. */
type Delivery = { state: "sending"; error: null } | { state: "failed"; error: string };

/** Whom an automatic mail answers, as far as its transport shows. */
export type AcknowledgedSender = { email: string; isProven: boolean; organisation: string };

/**
 * A way for a ticket's messages to come and go (docs/decisions/0095); it hides from `thread` how mail works. Its calls run in the
 * transaction that writes a message, so exactly the messages on tickets are sent. A channel leaves out the optional parts that it does not
 * have.
 */
export interface Channel {
  /** Returns who gets a reply: the chosen recipients, else those of a usual answer. Fails if nobody among the chosen can be written to. */
  address(services: Pick<ChannelServices, "settings">, conversation: Conversation, chosen?: Recipients): Addressing;
  /** Returns the chosen recipients of a ticket's first message. Fails if nobody among them can be written to. */
  addressFirst?(tx: TenantTx, services: Pick<ChannelServices, "settings">, chosen: Recipients): Promise<Recipients>;
  /** Whether there is anybody to reply to. */
  canReply(conversation: Conversation, to: Addressing): boolean;
  /** Returns a message's id outside the desk (its Message-ID), always the same for the same message; null if the channel has none. */
  externalId(services: Pick<ChannelServices, "settings">, messageId: string): string | null;
  /** Queues a message for each recipient; if it cannot be sent at all, that is stored as a failure. */
  send(tx: TenantTx, services: ChannelServices, message: OutgoingMessage): Promise<Delivery>;
  /** Queues a message again for the recipients whose delivery failed. */
  sendAgain(
    tx: TenantTx,
    services: ChannelServices,
    message: Pick<OutgoingMessage, "ticketId" | "messageId" | "content" | "customer">,
  ): Promise<void>;
  /** Shows a message as it would be sent now, if that is more than its text. */
  preview?(
    tx: TenantTx,
    services: Pick<ChannelServices, "settings">,
    message: OutgoingContent,
  ): Promise<{ subject: string; from: { name: string; address: string }; html: string; isQuoted: boolean }>;
  /** Writes an acknowledgement of a customer's message; null if none is to be sent. */
  acknowledge?(
    tx: TenantTx,
    services: Pick<ChannelServices, "settings">,
    ticket: Pick<OutgoingMessage, "ticketNumber" | "subject"> & { customerName: string | null; to: AcknowledgedSender },
  ): Promise<{ content: string; authorName: string; quota: Quota | null } | null>;
  /** Claims an automatic message to somebody, or a request for a rating, whose words are the caller's; null if they may get none now. */
  claimAutomatic?(
    tx: TenantTx,
    services: Pick<ChannelServices, "settings">,
    to: AcknowledgedSender,
    what?: "reply" | "rating",
  ): Promise<{ authorName: string; quota: Quota | null } | null>;
}

/** What sends and receives by each channel. */
export const channels = new QuestionOfEach<ChannelName, Channel>("what sends by the channel", channelNames);
