import type pg from "pg";
import { type Db, noTenant } from "../db/tenant.ts";
import { seal, unseal } from "../secrets/seal.ts";
import type { Settings } from "../settings.ts";
import { keyName, keyRecord, makeKeyPair, SigningKey } from "./signing-key.ts";

const sealedFor = { tenantId: noTenant, purpose: "dkim-key" };

/**
 * Creates the key that signs mail of the installation's own domain, as the database's owner, unless there is one. A key
 * sealed with another secret cannot be opened and is replaced, under another selector.
 */
export async function ensureInstallationKey(owner: pg.ClientBase, secret: string): Promise<void> {
  if (await opensInstallationKey(owner, secret)) return;
  const { selector, publicKey, privateKey } = await makeKeyPair();
  await owner.query(
    `insert into installation_keys (purpose, selector, public_key, private_key) values ('dkim', $1, $2, $3)
      on conflict (purpose) do update set selector = excluded.selector, public_key = excluded.public_key,
        private_key = excluded.private_key, made_at = now()`,
    [selector, publicKey, seal(secret, sealedFor, privateKey)],
  );
}

/** Whether the key was sealed with this secret, which is then the installation's. */
export async function opensInstallationKey(owner: pg.ClientBase, secret: string): Promise<boolean> {
  return (await tryInstallationKey(owner, secret)) === "opens";
}

/** Tries a secret on the key; there is none before the first start. */
export async function tryInstallationKey(owner: pg.ClientBase, secret: string): Promise<"opens" | "closed" | "none"> {
  const { rows } = await owner.query<{ private_key: Buffer }>("select private_key from installation_keys");
  if (!rows[0]) return "none";
  return unseal(secret, sealedFor, rows[0].private_key) === null ? "closed" : "opens";
}

/** Returns the key that signs mail of the installation's own domain. */
export async function installationKey(
  db: Db,
  { secret, mailDomain }: Pick<Settings, "secret" | "mailDomain">,
): Promise<SigningKey> {
  const known = keys.get(db);
  if (known) return known;
  const { selector, private_key } = await selectKey(db);
  const privateKey = unseal(secret, sealedFor, private_key);
  if (privateKey === null) throw new Error("The key that signs mail was sealed under another secret");
  const key = new SigningKey(mailDomain, { selector, privateKey });
  keys.set(db, key);
  return key;
}

/** Cached, as the key only changes while no process runs. */
const keys = new WeakMap<Db, SigningKey>();

/** Returns the name and text of the DNS record that the installation's mail domain has to publish. */
export async function installationRecord(
  db: Db,
  { mailDomain }: Pick<Settings, "mailDomain">,
): Promise<{ name: string; value: string }> {
  const { selector, public_key } = await selectKey(db);
  return { name: keyName(selector, mailDomain), value: keyRecord(public_key) };
}

async function selectKey(db: Db) {
  return db.withoutTenant((tx) =>
    tx
      .selectFrom("installation_keys")
      .select(["selector", "public_key", "private_key"])
      .where("purpose", "=", "dkim")
      .executeTakeFirstOrThrow(),
  );
}
