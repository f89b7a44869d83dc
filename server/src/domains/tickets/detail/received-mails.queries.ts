import { type RawBuilder, sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { Question } from "../../../platform/questions.ts";
import type { OutlookThread } from "../../outgoing/index.ts";

/** A message that a program may answer: whether its mail proves its sender, and the registered domain of their address. */
export type Answerable = { isProven: boolean; organisation: string };

/** What is known of the mails that messages came as, each as SQL beside a row of the ticket's or message's table by this alias. */
export const receivedMails = new Question<{
  /** Whether a check of the sender of a message's mail came to this. */
  isChecked: (message: string, as: "pass" | "fail") => RawBuilder<boolean>;
  /** The subject of a message's mail as it came; null where there is none. */
  subjectOf: (message: string) => RawBuilder<string | null>;
  /** How many mails were kept off a ticket because they went in a circle. */
  heldBack: (ticket: string) => RawBuilder<number>;
  /** The conversation at Outlook that the mail of the message with this id belongs to. */
  outlookOf: (messageId: string | null) => RawBuilder<OutlookThread | null>;
  /** Whether a program may answer these messages, by their ids (docs/product.md#acknowledging-a-ticket); absent where that is not known. */
  answerable: (tx: TenantTx, messageIds: readonly string[]) => Promise<Map<string, Answerable | null>>;
}>("what is known of the mails that messages came as");

/**
 * The subject that the writer of a message gave it; null if unknown. The mail by which a colleague forwarded it has the colleague's own,
 * which nobody outside may see.
 */
export function writtenSubject(message: string): RawBuilder<string | null> {
  return sql`case when ${sql.ref(`${message}.passed_on`)} = 'forward' then ${sql.ref(`${message}.original_subject`)}
    else ${receivedMails.answer.subjectOf(message)} end`;
}
