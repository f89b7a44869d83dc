import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { until } from "../../testing/take-mail.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { refuseOverQuota, takeAutomaticMail } from "../outgoing/index.ts";
import { openTeams } from "../teams/index.ts";
import { findColleague } from "../tenants/index.ts";
import { countResponseUse } from "./macros.queries.ts";

let app: Desk;
let admin: Person;
let ada: Person;
let teamId: string;
let responseId: string;
beforeAll(async () => {
  app = await openDesk();
  admin = await newOwner(app);
  ada = await addColleague(app, admin, "agent");
  const idempotencyKey = randomUUID();
  const team = { name: "Returns", memberIds: [ada.userId], givesOut: true, openLimit: null, tellAfterMinutes: null };
  teamId = (await admin.api.teams.create({ ...team, idempotencyKey })).id;
  const response = { title: "Thanks", content: "Thank you", category: "Other", idempotencyKey };
  responseId = (await admin.api.cannedResponses.create(response)).id;
});
afterAll(() => app.stop());

/** What a rule, a macro and a person's own request do in any order, after they have locked their tickets. */
const steps: Record<string, (tx: TenantTx) => Promise<unknown>> = {
  "gives a ticket out": (tx) => openTeams(tx, [teamId]),
  "assigns a ticket": (tx) => findColleague(tx, ada.userId),
  "sends an automatic mail": (tx) =>
    takeAutomaticMail(tx, app.services, { email: "jane@shop.test", isProven: true, organisation: "shop.test" }),
  "asks whether a mail may go": (tx) => refuseOverQuota(tx, { sendingQuota: 100 }),
  "counts a response": (tx) => countResponseUse(tx, responseId, 1),
};

const isSomebodyWaiting = async () =>
  (
    await app.asOwner(
      "select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())",
    )
  ).length > 0;

const names = Object.keys(steps);
const pairs = names.flatMap((one) => names.filter((other) => other !== one).map((other) => [one, other] as const));

test.each(pairs)("who first %s and then %s does not wait for who does the opposite", async (one, other) => {
  const { db } = app.services;
  const [first, second] = [steps[one], steps[other]];
  if (!first || !second) throw new Error("There is no such step");
  const hasBegun = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  const ours = db.withTenant(admin.tenantId, async (tx) => {
    await first(tx);
    hasBegun.resolve();
    await mayGoOn.promise;
    await second(tx);
  });
  await hasBegun.promise;
  let isPast = false;
  const theirs = db.withTenant(admin.tenantId, async (tx) => {
    await second(tx);
    isPast = true;
    await first(tx);
  });
  // They have their first lock, or wait for ours.
  await until(async () => isPast || (await isSomebodyWaiting()));
  mayGoOn.resolve();
  expect((await Promise.allSettled([ours, theirs])).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});
