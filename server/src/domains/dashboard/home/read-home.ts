import type { Home, LeadHome, MyWork } from "@deskhand/contract/home/home";
import { leadLists, myLists } from "@deskhand/contract/home/home-lists";
import { limits } from "@deskhand/contract/limits";
import type { Read, TenantTx } from "../../../platform/db/tenant.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { Settings } from "../../../platform/settings.ts";
import { listWaiting } from "../../order-actions/index.ts";
import { selectTeams, selectWorkers } from "../../teams/index.ts";
import { countEach, readLongestWaiting, readNextDue } from "../../tickets/index.ts";
import { findAlerts, findFaults } from "./find-alerts.ts";
import { selectUnreadMentions, selectUntakenOfTeams } from "./home.queries.ts";

const { homeTickets: limit, homeMentions, viewCountCap } = limits;

/** Returns what a person has to do and, for who oversees the store's work, how that is going (docs/product.md#home). */
export async function readHome(tx: TenantTx, actor: Actor, settings: Settings, now: Date): Promise<Home> {
  const read: Read = async (query) => (await tx.executeQuery(query)).rows;
  const { items: approvals } = await listWaiting(tx, actor);
  const toDecide = approvals.filter(({ mayDecide }) => mayDecide).length;
  return {
    mine: await readMine(tx, read, { actor, now, approvals: approvals.length - toDecide }),
    lead: actor.can.includes("store:oversee") ? await readLead(tx, read, { actor, settings, now, toDecide }) : null,
  };
}

type Mine = { actor: Actor; now: Date; approvals: number };

async function readMine(tx: TenantTx, read: Read, { actor, now, approvals }: Mine): Promise<MyWork> {
  const counts = await countEach(read, actor, myLists, viewCountCap);
  const mentions = await selectUnreadMentions(tx, actor.userId);
  return {
    ...counts,
    approvals,
    nextDue: await readNextDue(read, actor, { assignee: "me", after: now, limit }),
    longestWaiting: await readLongestWaiting(read, actor, { assignee: "me", limit }),
    mentions: mentions.slice(0, homeMentions),
    mentionCount: mentions.length,
  };
}

type Lead = { actor: Actor; settings: Settings; now: Date; toDecide: number };

async function readLead(tx: TenantTx, read: Read, { actor, settings, now, toDecide }: Lead): Promise<LeadHome> {
  const counts = await countEach(read, actor, leadLists, viewCountCap);
  return {
    ...counts,
    faults: await findFaults(tx, settings),
    alerts: await findAlerts(tx, actor, toDecide),
    nextDue: await readNextDue(read, actor, { after: now, limit }),
    longestWaiting: await readLongestWaiting(read, actor, { limit }),
    ...(await readTeams(tx, actor)),
  };
}

async function readTeams(tx: TenantTx, { userId }: Actor): Promise<Pick<LeadHome, "people" | "teams">> {
  const untaken = await selectUntakenOfTeams(tx);
  const workers = await selectWorkers(tx);
  return {
    people: workers.map(({ isOnline, isAway, ...worker }) => ({
      ...worker,
      // Who asks is there, also before their screen is noted.
      presence: isAway ? "away" : isOnline || worker.id === userId ? "online" : "offline",
    })),
    teams: (await selectTeams(tx)).map(({ id, name, memberIds }) => ({
      id,
      name,
      memberIds,
      untaken: untaken.get(id) ?? 0,
    })),
  };
}
