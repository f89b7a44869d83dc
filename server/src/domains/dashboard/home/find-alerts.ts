import type { EffectState } from "@deskhand/contract/admin/effects";
import type { Alert, LeadHome } from "@deskhand/contract/home/home";
import { limits } from "@deskhand/contract/limits";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { Settings } from "../../../platform/settings.ts";
import { listIncidents } from "../../incidents/index.ts";
import { selectFailedMailboxes } from "../../mailboxes/index.ts";
import { selectCounts } from "../../message-center/index.ts";
import { readStatus } from "../../setup/index.ts";
import { readGrant } from "../../shopify/index.ts";
import { listWebhooks } from "../../webhooks/index.ts";
import { selectStoppedRules } from "./home.queries.ts";

type Named = { id: string; name: string };

/** So many of several are named. */
const namedOf = 3;

/** Returns what does not work, in the words of the system status. */
export async function findFaults(tx: TenantTx, settings: Settings): Promise<LeadHome["faults"]> {
  const { parts } = await readStatus(tx, settings);
  return parts.flatMap(({ id, faults }) => faults.map((words) => ({ part: id, words })));
}

/** Returns what failed or waits for this person, what needs somebody soonest first; of what they may not open nothing is said. */
export async function findAlerts(tx: TenantTx, { can }: Actor, approvals: number): Promise<Alert[]> {
  const { failed, bounced } = await selectCounts(tx);
  const grant = await readGrant(tx);
  const incidents = await listIncidents(tx, { isClosed: false, limit: limits.maxPageSize });
  const open = incidents.items.filter(({ state }) => state === "open");
  return [
    counted("mail_failed", failed),
    counted("mail_bounced", bounced),
    about("mailbox_failed", can.includes("mailboxes:manage") ? await selectFailedMailboxes(tx) : []),
    counted("grant_lost", grant.state === "lost" ? 1 : 0),
    about("webhook_refused", can.includes("webhooks:manage") ? await findRefused(tx) : []),
    about("rule_stopped", can.includes("rules:manage") ? await selectStoppedRules(tx) : []),
    about(
      "incident_open",
      open.map(({ id, title }) => ({ id, name: title })),
    ),
    counted("approval_waiting", approvals),
  ].filter(({ count }) => count > 0);
}

const notTaken: readonly EffectState[] = ["refused", "unknown"];

/** The webhooks whose receiver did not take the last delivery. */
async function findRefused(tx: TenantTx): Promise<Named[]> {
  return (await listWebhooks(tx)).filter(({ last }) => last !== null && notTaken.includes(last.state));
}

function counted(kind: Alert["kind"], count: number): Alert {
  return { kind, count, names: [], id: null };
}

function about(kind: Alert["kind"], of: readonly Named[]): Alert {
  const [first, second] = of;
  const names = of.slice(0, namedOf).map(({ name }) => name);
  return { kind, count: of.length, names, id: first && !second ? first.id : null };
}
