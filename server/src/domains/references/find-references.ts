import type { NamedKind, References } from "@deskhand/contract/targets/references";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { viewerOf } from "../canned-responses/index.ts";
import { hasNamed, selectReferences } from "./references.queries.ts";

/** Finds which rules, policies, macros and saved views name something. */
export async function findReferences(
  tx: TenantTx,
  actor: Actor,
  named: { kind: NamedKind; id: string },
): Promise<References> {
  if (!(await hasNamed(tx, named))) throw fail("named_thing_not_found");
  const rows = await selectReferences(tx, viewerOf(actor), named);
  const items = rows.filter(({ isSeen }) => isSeen).map(({ isSeen, seen, unseen, unseenViews, ...item }) => item);
  const [{ seen, unseen, unseenViews } = { seen: 0, unseen: 0, unseenViews: 0 }] = rows;
  return { items, more: seen - items.length, unseen, unseenViews };
}

/** The names of the policies whose working hours these are. */
export async function policiesWithCalendar(tx: TenantTx, actor: Actor, id: string): Promise<string[]> {
  const rows = await selectReferences(tx, viewerOf(actor), { kind: "calendar", id });
  return rows.filter(({ isNeeded }) => isNeeded).map(({ name }) => name);
}
