import { limits } from "@deskhand/contract/limits";
import type { Mailbox, Recipients } from "@deskhand/contract/recipients";
import type { NamedKind, RecipientKind } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { storableText } from "../../../platform/storable-text.ts";

/** Somebody whom a message names, and whether that is one of the store's own addresses. */
export type NamedRecipient = Mailbox & { kind: NamedKind; isOurs: boolean };

type Named = { id: string; recipients?: readonly NamedRecipient[] | undefined };

/** Recipients as a message keeps them. */
export function namedOf({ to, cc, bcc }: Recipients): NamedRecipient[] {
  const of = (kind: RecipientKind, all: Mailbox[]) => all.map((one) => ({ ...one, kind, isOurs: false }));
  return [...of("to", to), ...of("cc", cc), ...of("bcc", bcc)];
}

/** Whom messages name as one value of a statement, each once: a too long address is nobody's. */
export function recipientRows(messages: readonly Named[]): string {
  const rows = messages.flatMap(({ id, recipients = [] }) => {
    const byAddress = new Map<string, NamedRecipient>();
    for (const one of recipients) if (!byAddress.has(one.email)) byAddress.set(one.email, one);
    return [...byAddress.values()]
      .filter(({ email }) => email !== "" && email.length <= limits.emailAddressLength)
      .map(({ email, name, kind, isOurs: is_ours }, position) => ({
        message_id: id,
        email: storableText(email),
        kind,
        position,
        is_ours,
        name: name === null ? null : storableText(name, limits.customerNameLength).trim() || null,
      }));
  });
  return JSON.stringify(rows);
}

/** Writes `recipientRows`, in the statement that writes their messages or after it. */
export function insertRecipients(db: Pick<TenantTx, "insertInto">, rows: string) {
  const columns = ["message_id", "email", "name", "kind", "position", "is_ours"] as const;
  return db
    .insertInto("message_recipients")
    .columns(columns)
    .expression((eb) => eb.selectFrom(given(rows)).selectAll());
}

type Row = {
  message_id: string;
  email: string;
  name: string | null;
  kind: NamedKind;
  position: number;
  is_ours: boolean;
};

function given(rows: string) {
  return sql<Row>`jsonb_to_recordset(${rows}::jsonb)`.as<"given">(
    sql`given (message_id uuid, email text, name text, kind text, position smallint, is_ours boolean)`,
  );
}
