import type { ApiKeyScope } from "@deskhand/contract/programs/api-key-scopes";
import { sql } from "kysely";
import { namedQuery } from "../../platform/db/pool.ts";
import { compose } from "../../platform/db/statement.ts";
import type { Db, TenantTx } from "../../platform/db/tenant.ts";
import type { ProgramWrite } from "../../platform/http/context.ts";

/** What is known of a key before its tenant is. */
export type FoundKey = {
  client_id: string;
  id: string;
  name: string;
  secret_hash: Buffer;
  /** Null once it is no longer good. */
  earlier_hash: Buffer | null;
  scopes: ApiKeyScope[];
  ranges: string[];
  is_revoked: boolean;
  is_over: boolean;
  /** Whether its last use was noted more than a minute ago. */
  is_use_due: boolean;
};

const keyQuery = (publicPart: string) =>
  compose.selectFrom(sql<FoundKey>`api_key_of(${publicPart})`.as("k")).selectAll("k").compile();

/** The key with a public part, of whatever store; undefined if there is none. */
export async function selectKeyByPart(db: Db, publicPart: string): Promise<FoundKey | undefined> {
  const { sql: text, parameters } = keyQuery(publicPart);
  return (await db.pool.query<FoundKey>(namedQuery(text, parameters))).rows[0];
}

/** Notes that a key is used, unless another request did within the last minute. */
export async function noteUse(tx: TenantTx, id: string, from: string | null): Promise<void> {
  await tx
    .updateTable("api_keys")
    .set({ last_used_at: sql<string>`clock_timestamp()`, last_used_from: from?.slice(0, 100) ?? "" })
    .where("id", "=", id)
    .where(sql<boolean>`coalesce(last_used_at <= clock_timestamp() - interval '1 minute', true)`)
    .execute();
}

const shownKeys = (tx: TenantTx) =>
  tx
    .selectFrom("api_keys as k")
    .leftJoin("users as u", (join) => join.onRef("u.client_id", "=", "k.client_id").onRef("u.id", "=", "k.made_by"))
    .select(["k.id", "k.name", "k.public_part as publicPart", "k.ranges", "k.ends_at as endsAt"])
    .select(["k.created_at as createdAt", "k.last_used_at as lastUsedAt", "k.last_used_from as lastUsedFrom"])
    .select([
      sql<ApiKeyScope[]>`k.scopes`.as("scopes"),
      sql<string | null>`case when k.earlier_until > clock_timestamp() then k.earlier_until end`.as("earlierUntil"),
      sql<boolean>`coalesce(k.ends_at <= clock_timestamp(), false)`.as("isOver"),
      sql<string>`coalesce(u.name, k.maker_name)`.as("makerName"),
      sql<boolean>`coalesce(u.deleted_at is not null or not u.is_active, true)`.as("hasLeft"),
    ])
    .where("k.revoked_at", "is", null);

/** The store's keys by name, without those that were revoked. */
export function selectApiKeys(tx: TenantTx) {
  return shownKeys(tx).orderBy(sql`lower(k.name)`).execute();
}

/** One of them; undefined if there is none. */
export function selectApiKey(tx: TenantTx, id: string) {
  return shownKeys(tx).where("k.id", "=", id).executeTakeFirst();
}
export type ApiKeyRow = NonNullable<Awaited<ReturnType<typeof selectApiKey>>>;

/** Counts the store's other keys, and whether one of them has a name. */
export async function countOtherKeys(
  tx: TenantTx,
  name: string,
  id: string,
): Promise<{ count: number; isTaken: boolean }> {
  return tx
    .selectFrom("api_keys")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .select(sql<boolean>`coalesce(bool_or(lower(name) = lower(${name})), false)`.as("isTaken"))
    .where("id", "!=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
}

/** Who made the key with an id, and whether nobody can have seen it used; undefined if there is none. */
export function selectKeyMaker(tx: TenantTx, id: string) {
  return tx
    .selectFrom("api_keys")
    .select(["made_by as id", "public_part as publicPart"])
    .select(sql<boolean>`last_used_at is null and revoked_at is null`.as("isUnused"))
    .where("id", "=", id)
    .executeTakeFirst();
}

type KeyValues = { name: string; scopes: string[]; ranges: string[]; endsAt: string | null };

function columnsOf({ endsAt, ...rest }: KeyValues) {
  return { ...rest, ends_at: endsAt };
}

/** Inserts a key; its maker's name is kept with it. */
export async function insertApiKey(
  tx: TenantTx,
  { id, userId, publicPart, secretHash, ...values }: KeyValues & { id: string; userId: string } & NewSecret,
): Promise<void> {
  await tx
    .insertInto("api_keys")
    .values((eb) => ({
      ...columnsOf(values),
      id,
      public_part: publicPart,
      secret_hash: secretHash,
      made_by: userId,
      maker_name: eb.selectFrom("users").select(sql<string>`left(name, 200)`.as("name")).where("id", "=", userId),
    }))
    .execute();
}
type NewSecret = { publicPart: string; secretHash: Buffer };

/** Changes what a key is called, may do, and is bound to. */
export async function updateApiKey(tx: TenantTx, id: string, values: KeyValues): Promise<void> {
  await tx.updateTable("api_keys").set(columnsOf(values)).where("id", "=", id).execute();
}

/** Gives a key another secret; the one before stays good for some hours, if any. */
export async function replaceKeySecret(
  tx: TenantTx,
  id: string,
  { publicPart, secretHash }: NewSecret,
  overlapHours: number,
): Promise<void> {
  const isKept = sql<boolean>`secret_hash is not null and ${overlapHours}::int > 0`;
  await tx
    .updateTable("api_keys")
    .set({
      public_part: publicPart,
      secret_hash: secretHash,
      earlier_hash: sql<Buffer | null>`case when ${isKept} then secret_hash end`,
      earlier_until: sql<
        string | null
      >`case when ${isKept} then clock_timestamp() + make_interval(hours => ${overlapHours}::int) end`,
    })
    .where("id", "=", id)
    .execute();
}

/** Revokes a key. Its row stays for a while, so that its program is told. */
export async function revokeApiKey(tx: TenantTx, id: string): Promise<void> {
  await tx.updateTable("api_keys").set({ revoked_at: sql<string>`clock_timestamp()` }).where("id", "=", id).execute();
}

/** The keys that somebody made and that are not revoked, with what their role is now; none for who is not active. */
export function selectKeysOfMaker(tx: TenantTx, userId: string) {
  return tx
    .selectFrom("api_keys as k")
    .innerJoin("users as u", (join) => join.onRef("u.client_id", "=", "k.client_id").onRef("u.id", "=", "k.made_by"))
    .select(["k.id", "k.name", "u.role", sql<ApiKeyScope[]>`k.scopes`.as("scopes")])
    .where("k.made_by", "=", userId)
    .where("k.revoked_at", "is", null)
    .execute();
}

/** Leaves a key only these scopes. */
export async function narrowScopes(tx: TenantTx, id: string, scopes: string[]): Promise<void> {
  await tx.updateTable("api_keys").set({ scopes }).where("id", "=", id).execute();
}

/** Notes a write of a key; null if it was noted before. */
export async function insertWrite(tx: TenantTx, keyId: string, { idempotencyKey, asked }: ProgramWrite) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("api_key_writes")
    .values({ key_id: keyId, idempotency_key: idempotencyKey, asked })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The hash of what a write asked; undefined if it is not known any more. */
export async function selectAsked(tx: TenantTx, keyId: string, idempotencyKey: string): Promise<Buffer | undefined> {
  const found = await tx
    .selectFrom("api_key_writes")
    .select("asked")
    .where("key_id", "=", keyId)
    .where("idempotency_key", "=", idempotencyKey)
    .executeTakeFirst();
  return found?.asked;
}

/** Deletes what is known of writes for longer than some hours, and keys that were revoked some days ago. */
export async function deleteOldWrites(tx: TenantTx, hours: number, days: number): Promise<void> {
  await tx
    .deleteFrom("api_key_writes")
    .where(sql<boolean>`created_at < now() - make_interval(hours => ${hours}::int)`)
    .execute();
  await tx
    .deleteFrom("api_keys")
    .where(sql<boolean>`revoked_at < now() - make_interval(days => ${days}::int)`)
    .execute();
}
