import type { EventPayloads } from "@deskhand/contract/events";
import { limits } from "@deskhand/contract/limits";
import { newId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import { Failure, fail } from "../../../platform/fail.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { Services } from "../../../platform/services.ts";
import { record } from "../../audit/index.ts";
import { queueProbe } from "../../outgoing/index.ts";
import { findTenant, lockTenant } from "../../tenants/index.ts";
import {
  cancelChecks,
  countArrival,
  endCheck,
  insertProbe,
  keepReturn,
  lockProbe,
  type Probe,
  type Purpose,
  selectSentLately,
} from "./forwarding.queries.ts";
import { takeAddress } from "./support-address.ts";

type Sending = Pick<Services, "jobs" | "settings">;

/**
 * Sends a mail to an address: to test whether the store's forwarding brings it back, or to check that the address is
 * the store's own, replacing any other check. Another owner is found only once the address is proven to be the store's,
 * so nobody learns here who else has it.
 */
export async function beginProbe(
  tx: TenantTx,
  services: Sending,
  { userId }: Actor,
  { purpose, address }: { purpose: Purpose; address: string },
): Promise<void> {
  if (purpose === "check" && (await findTenant(tx)).customSupportEmail === address) return;
  const domain = services.settings.mailDomain.toLowerCase();
  if (address.endsWith(`@${domain}`) || address.endsWith(`.${domain}`)) throw fail("support_address_ours");
  // Serializes requests, so that the counts hold.
  await lockTenant(tx);
  await refuseTooMany(tx, purpose, address);
  if (purpose === "check") await cancelChecks(tx, { but: address });
  const id = newId();
  const kind = purpose === "test" ? "forwarding_test" : "address_check";
  const mailId = await queueProbe(tx, services, { kind, to: address, probeId: id });
  await insertProbe(tx, { id, purpose, address, mailId, askedBy: userId });
  const action = purpose === "test" ? "settings.forwarding-tested" : "settings.support-address-asked";
  await record(tx, userId, action, { id: null, label: address });
  await emit(tx, "forwarding.changed", {});
}

const refusals = {
  test: { code: "too_many_forwarding_tests", told: "Your store has sent too many tests. You can test again" },
  check: { code: "too_many_address_checks", told: "Your store has asked too often. You can verify again" },
} as const;

/** Tests and checks have separate limits, so that testing never blocks verifying an address. */
async function refuseTooMany(tx: TenantTx, purpose: Purpose, address: string): Promise<void> {
  const waits = waitFor(await selectSentLately(tx, purpose), address);
  if (waits <= 0) return;
  const { code, told } = refusals[purpose];
  throw new Failure(code, undefined, `${told} in ${inWords(Math.ceil(waits / 60))}`);
}

type Sent = Awaited<ReturnType<typeof selectSentLately>>;

/**
 * The seconds until the next mail may go to an address; 0 or less where it may go now. `sent` are those of a day,
 * newest first.
 */
function waitFor(sent: Sent, address: string): number {
  const hour = 3_600;
  const ofHour = sent[limits.forwardingTestsPerHour - 1];
  const ofDay = sent[limits.forwardingTestsPerDay - 1];
  // An address counts for a day after its newest mail.
  const strangers = new Map<string, number>();
  for (const mail of sent.toReversed()) if (!mail.isOwn) strangers.set(mail.address, mail.age);
  const ages = [...strangers.values()].sort((a, b) => a - b);
  const ofStrangers = strangers.has(address) ? undefined : ages[limits.forwardingAddressesPerDay - 1];
  return Math.max(
    ofHour ? hour - ofHour.age : 0,
    ofDay ? 24 * hour - ofDay.age : 0,
    ofStrangers === undefined ? 0 : 24 * hour - ofStrangers,
  );
}

function inWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [count(hours, "hour"), count(rest, "minute")].filter((part) => part !== null);
  return parts.join(" and ");
}

function count(number: number, unit: string): string | null {
  if (number === 0) return null;
  return number === 1 ? `1 ${unit}` : `${number} ${unit}s`;
}

type Return = EventPayloads["forwarding.came-back"];

/**
 * Records that a test came back. A check that returned by forwarding proves that the address is the store's own; one
 * that returned any other way is void.
 */
export async function takeReturn(tx: TenantTx, arrival: Return): Promise<void> {
  const probe = await lockProbe(tx, arrival.probeId);
  // The same mail, processed again.
  if (!probe || probe.returnedMailId === arrival.mailLogId) return;
  if (probe.purpose === "check") await takeCheck(tx, probe, arrival);
  else if (probe.returnedAt === null || (probe.returnedAs === "forward" && arrival.as === "itself")) {
    await keepReturn(tx, probe.id, arrival);
  } else await countArrival(tx, probe.id);
  await emit(tx, "forwarding.changed", {});
}

async function takeCheck(tx: TenantTx, probe: Probe, arrival: Return): Promise<void> {
  if (probe.endedAs !== null) return;
  // A person asked to verify an address may pass the mail on to ask what it is, and its reader could answer for them.
  if (arrival.as === "forward") return endCheck(tx, probe.id, "inside");
  await keepReturn(tx, probe.id, arrival);
  await takeAddress(tx, probe, "forwarding");
}
