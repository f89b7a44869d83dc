import type { Teams } from "@deskhand/contract/admin/teams";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { record } from "../audit/index.ts";
import { findColleague } from "../tenants/index.ts";
import { listTeams } from "./save-team.ts";
import { deleteAway, insertAway } from "./teams.queries.ts";

type Said = { userId: string; isAway: boolean; handsOver: boolean };

/** Says that somebody is away, or back; who goes away may hand their open tickets over (docs/product.md#teams). */
export async function setAway(tx: TenantTx, actor: Actor, { userId, isAway, handsOver }: Said): Promise<Teams> {
  if (!(await findColleague(tx, userId))) throw fail("colleague_not_found");
  const isNews = isAway ? await insertAway(tx, userId, actor.userId) : await deleteAway(tx, userId);
  if (isNews) {
    if (userId !== actor.userId) await record(tx, actor.userId, isAway ? "team.away" : "team.back", userId);
    await emit(tx, "teams.changed", {});
  }
  if (isAway && handsOver) await emit(tx, "person.handed-over", { userId, actorId: actor.userId });
  return listTeams(tx);
}
