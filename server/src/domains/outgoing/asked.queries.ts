import type { RatingFaces } from "@deskhand/email";
import type { Expression, RawBuilder, SqlBool } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { Question } from "../../platform/questions.ts";
import type { Settings } from "../../platform/settings.ts";
import type { OutlookThread } from "./reply-headers.ts";

/** A message that a mail carries, and the conversation at Outlook of the one that it answers. */
export type CarriedMessage = {
  content: string;
  author_name: string;
  created_at: string;
  /** From where it was written, if that is not its author's own address or the store's. */
  written_from: string | null;
  /** The ticket to which an answer comes. */
  answered_at: string;
  /** `written` where that is not the address in lower case. */
  recipients: { kind: string; email: string; name: string | null; written: string | null }[];
  outlook: OutlookThread | null;
};

type Messages = RawBuilder<{ id: string }>;

/** All that a mail knows of the message that it carries and of that one's ticket, as `Channel` is all that a ticket knows of its mails. */
export const messages = new Question<{
  /** The ticket on which the message with this id stands. */
  ticketOf: (messageId: Expression<string | null>) => RawBuilder<string | null>;
  /** Whether the mail of a message to an address waits for an earlier one of the same ticket. */
  waitsForEarlier: (messageId: Expression<string | null>, address: Expression<string>) => RawBuilder<SqlBool>;
  /** What stands behind a message on its ticket, as a subquery of ids; then all of a ticket, of a customer, and of whoever has a ticket. */
  after: (messageId: string) => Messages;
  ofTicket: (ticketId: string) => Messages;
  ofCustomer: (customerId: string) => Messages;
  ofSameCustomer: (ticketId: string) => Messages;
  /** What a message is called outside. */
  nameOf: (messageId: string) => RawBuilder<string | null>;
  carried: (tx: TenantTx, messageId: string, answersId: string | null) => Promise<CarriedMessage | undefined>;
  /** The files that go with a message, in the order they were attached. */
  filesOf: (
    tx: TenantTx,
    messageId: string,
  ) => Promise<{ id: string; size: number; filename: string; contentType: string }[]>;
  /** Has a recipient of a message under another address, unless somebody else has a mail of it there. */
  readdress: (tx: TenantTx, messageId: string, change: { from: string; to: string }) => Promise<void>;
  /** How many people wrote whose mails did not fail the checks of their senders, counted to so many. */
  writers: (most: number) => RawBuilder<number>;
  /** Whether an address is that of a customer of what somebody wrote, as the visitors of a contact form are. */
  isOfWriter: (tx: TenantTx, address: string) => Promise<boolean>;
}>("what is known of messages");

/** What is known of the requests for ratings that mails make. */
export const ratingRequests = new Question<{
  /** Why a request is not sent any more, in words; null if it is, and then it cannot be withdrawn until the transaction ends. */
  obstacle: (tx: TenantTx, ratingId: string) => Promise<string | null>;
  /** The faces of its mail; `isShown` without the secret of their links. Null for a request that is gone. */
  faces: (
    tx: TenantTx,
    settings: Pick<Settings, "publicUrl" | "secret">,
    ratingId: string,
    isShown: boolean,
  ) => Promise<RatingFaces | null>;
}>("what is known of requests for ratings");

/** What mails from an address, which were not found to be forged, prove of it: that it is its sender's, nothing, or none came. */
export const provenBy = new Question<(tx: TenantTx, address: string) => Promise<"pass" | "nothing" | null>>(
  "what mails from an address prove",
);
