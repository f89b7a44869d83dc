import type { Quota } from "@deskhand/contract/admin/sending";
import type { Recipients } from "@deskhand/contract/recipients";
import { type ChannelName, channelNames, type MessageAudience } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { Services } from "../../../platform/services.ts";
import type { Conversation } from "../rows/conversation.queries.ts";
import type { Knows } from "./choose-recipients.ts";

/** What a channel sends with. */
export type ChannelServices = Pick<Services, "jobs" | "settings">;

/** Whom a message of ours goes to, and what follows from that. */
export type Addressing = {
  recipients: Recipients;
  /** The message that it answers, and whether all that it goes to had that, who may have it quoted. */
  answered: { id: string; mailMessageId: string | null; isHadByAll: boolean } | null;
  audience: MessageAudience;
  /** The conversation's mails, oldest first, and who knows which of them. */
  mailIds: readonly string[];
  knows: Knows;
  /** The subject that those on a side conversation know, where it goes to them alone; null for the ticket's. */
  ownSubject: string | null;
  /** The number of the ticket that it came by, which was merged into this one: what is answered goes back with it. */
  ownNumber: number | null;
};

/** What a message of ours says, about which ticket, and what it goes on with. */
type Said = {
  ticketNumber: number;
  subject: string;
  content: string;
  customer: { id?: string | null; email: string | null; name: string | null };
  /** Whom it goes to; absent, the customer alone. */
  recipients?: Recipients;
  answered: Addressing["answered"];
  /** What stands in its conversation, by its names outside, oldest first. */
  mailIds: readonly string[];
  /** Who knows which of these; absent, all do. */
  knows?: Knows;
  /** Whether it passes messages on, rather than answers one. */
  isForward?: boolean;
};

/** A message that stands on its ticket and is to leave. */
type Leaving = Said & {
  ticketId: string;
  messageId: string;
  /** An agent's, unless it acknowledges a new ticket by itself, with a place that it took, which counts as this. */
  acknowledges?: { quota: Quota | null };
};

/** How far a message is on its way; an error is a sentence for its author. */
type Delivery = { state: "sending"; error: null } | { state: "failed"; error: string };

/** Who wrote what began a ticket, as what came by shows them. */
export type Acknowledged = { email: string; isProven: boolean; organisation: string };

/**
 * A way by which messages of a ticket come and go (docs/decisions/0095): all that `thread` knows of e-mail, or of another one. Its
 * calls belong to the transaction that writes a message, so that what stands on a ticket is sent, and nothing else. What is optional is left
 * out where a channel has no such thing.
 */
export interface Channel {
  /** Whom a reply goes to: those who were chosen, else those whom what it answers asks for. Fails where none of the chosen can be written to. */
  address(services: Pick<ChannelServices, "settings">, conversation: Conversation, chosen?: Recipients): Addressing;
  /** Whom the first message of a ticket goes to, of those who were chosen. Fails where none of them can be written to. */
  begin?(tx: TenantTx, services: Pick<ChannelServices, "settings">, chosen: Recipients): Promise<Recipients>;
  /** Whether there is anybody to reply to. */
  canReply(conversation: Conversation, to: Addressing): boolean;
  /** What a message is called outside, always the same for the same message; null where it has no name. */
  nameOf(services: Pick<ChannelServices, "settings">, messageId: string): string | null;
  /** Puts a message on its way to each whom it goes to; what cannot be sent at all is kept as failed. */
  send(tx: TenantTx, services: ChannelServices, message: Leaving): Promise<Delivery>;
  /** Puts it on its way again to those for whom it failed. */
  sendAgain(
    tx: TenantTx,
    services: ChannelServices,
    message: Pick<Leaving, "ticketId" | "messageId" | "content" | "customer">,
  ): Promise<void>;
  /** How a message would leave now, where that is more than its words. */
  preview?(
    tx: TenantTx,
    services: Pick<ChannelServices, "settings">,
    message: Said,
  ): Promise<{ subject: string; from: { name: string; address: string }; html: string; isQuoted: boolean }>;
  /** What tells a customer that their message arrived, and in whose name; null where nobody is to be told. */
  acknowledge?(
    tx: TenantTx,
    services: Pick<ChannelServices, "settings">,
    ticket: Pick<Leaving, "ticketNumber" | "subject"> & { customerName: string | null; to: Acknowledged },
  ): Promise<{ content: string; authorName: string; quota: Quota | null } | null>;
}

/** The channels of a domain, by name: a part of its manifest. */
export type Channels = { readonly [Name in ChannelName]?: Channel };

const channels = new Map<ChannelName, Channel>();

/** Sets what each domain brings; called once, before anything is served. Fails for a name in the vocabulary that nobody brings. */
export function setChannels(all: readonly Channels[]): void {
  for (const name of channelNames) {
    const channel = all.find((each) => each[name])?.[name];
    if (!channel) throw new Error(`No domain brings the channel ${name}`);
    channels.set(name, channel);
  }
}

/** The channel with this name. */
export function channelOf(name: ChannelName): Channel {
  const channel = channels.get(name);
  if (!channel) throw new Error(`The channel ${name} was asked for before it was set`);
  return channel;
}
