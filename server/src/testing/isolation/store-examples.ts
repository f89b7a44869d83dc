import { createHash } from "node:crypto";
import { sql } from "kysely";
import { dropStoreCustomers } from "../../domains/customers/drop-store-customers.queries.ts";
import { removeStoreCustomers } from "../../domains/customers/removal.queries.ts";
import { deleteOrders } from "../../domains/orders/removal.queries.ts";
import { deleteEndedStates, insertState, takeState } from "../../domains/shopify/connection/oauth-states.queries.ts";
import {
  addRemoved,
  hasRemoval,
  holdRemoval,
  insertRemoval,
} from "../../domains/shopify/connection/removals.queries.ts";
import {
  claimShop,
  clearRevoked,
  deleteStore,
  mayClaim,
  replaceTokens,
  setInstaller,
  setRevoked,
  upsertStore,
} from "../../domains/shopify/connection/stores.queries.ts";
import { newId } from "../../platform/db/ids.ts";
import type { FullDesk } from "../full-desk.ts";
import { example } from "./examples.ts";

const now = new Date().toISOString();
const shopOf = ({ secret }: FullDesk) => `${secret}.myshopify.com`;
const tokens = {
  access_token: Buffer.from("new"),
  refresh_token: null,
  access_expires_at: null,
  refresh_expires_at: null,
};
const someToken = Buffer.from("a token");
const keepToken = () => `update shopify_stores set access_token = '${someToken.toString()}'`;
const stateHash = createHash("sha256").update("a state").digest();
const state = ({ owner, ...desk }: FullDesk) => ({
  ...{ id: newId(), state_hash: stateHash, user_id: owner.userId },
  ...{ shop_domain: shopOf({ owner, ...desk }), expires_at: now },
});
example(removeStoreCustomers).is(
  () => [10],
  ({ deletableCustomerId: id }) => `update customers set shopify_customer_id = id::text where id = '${id}'`,
);
example(dropStoreCustomers).is(
  ({ deletableCustomerId: id }) => [sql`id = ${id}`],
  ({ deletableCustomerId: id }) => `update customers set shopify_customer_id = id::text where id = '${id}'`,
);
example(deleteOrders).is(() => [10]);
const removing = () => "update shopify_removals set finished_at = null";
example(insertRemoval).is((desk) => [shopOf(desk)]);
example(hasRemoval).is(() => [], removing);
example(holdRemoval).is(() => [], removing);
// The last of them, after which orders are seen again.
example(addRemoved).is(
  () => [{ orders: 1, customers: { deleted: 1, kept: 1 } }, true],
  () => "update shopify_removals set finished_at = now()",
);
example(insertState).is((desk) => [state(desk)]);
example(takeState).is(
  ({ owner }) => [stateHash, owner.userId],
  ({ owner }) =>
    `update shopify_oauth_states set state_hash = '\\x${stateHash.toString("hex")}', user_id = '${owner.userId}'`,
);
example(deleteEndedStates).is(
  () => [],
  () => "update shopify_oauth_states set expires_at = now() - interval '1 hour'",
);
for (const query of [claimShop, deleteStore, mayClaim]) example(query).is((desk) => [shopOf(desk)]);
example(clearRevoked).is(
  (desk) => [shopOf(desk)],
  () => "update shopify_stores set revoked_at = now()",
);
example(setInstaller).is((desk) => [shopOf(desk), desk.agent.userId]);
example(setRevoked).is(
  () => [someToken],
  () => `${keepToken()}, revoked_at = null`,
);
example(replaceTokens).is(() => [someToken, tokens], keepToken);
example(upsertStore).is(({ owner, ...desk }) => [
  {
    ...{
      id: newId(),
      shop_domain: shopOf({ owner, ...desk }),
      shop_name: null,
      origin: "manual",
      scopes: [],
      ...tokens,
    },
    ...{ admin_api_version: "2026-10", installed_by_user_id: owner.userId },
  },
]);
