import { randomUUID } from "node:crypto";
import { fromNow } from "../../testing/from-now.ts";
import type { Isolation } from "../../testing/isolation/isolation.ts";
import { mailboxHost } from "../../testing/strangers/start-mailbox.ts";

export const isolation: Isolation = async (app, { owner, openingKey, secret }) => {
  const id = randomUUID();
  // What connects it would need a server: the rows are what one leaves.
  await app.asOwner(
    `insert into mailboxes (id, address, host, port, security, user_name, password, folder, taken_from, due_at, made_by)
      values ($1, $2, 'imap.invalid', 993, 'tls', $3, 'sealed', 'INBOX', current_date, 'infinity', $4)`,
    [
      id,
      `${secret.toLowerCase().replace(/[^a-z\d]/g, "")}@shop.example`.slice(-100),
      `User ${secret}`.slice(0, 300),
      owner.userId,
    ],
    owner.tenantId,
  );
  await app.asOwner(
    `insert into mailbox_mails (mailbox_id, generation, uid, uid_validity, outcome, size) values ($1, 1, 7, 1, 'too_large', 50000000)`,
    [id],
    owner.tenantId,
  );
  const place = {
    address: "shop@shop.example",
    host: mailboxHost,
    port: 993,
    security: "tls",
    user: "shop",
    password: "open sesame",
    folder: "INBOX",
    takenFrom: fromNow({}).slice(0, 10),
  };
  return {
    inputs: {
      "mailboxes.list": () => ({}),
      "mailboxes.create": () => ({ ...place, idempotencyKey: openingKey }),
      "mailboxes.update": () => ({ ...place, folder: "Sent", id }),
      "mailboxes.check": () => ({ id }),
      "mailboxes.leftOut": () => ({ id }),
      "mailboxes.remove": () => ({ id }),
    },
  };
};
