import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { tenantShares } from "../data/scale.ts";
import { HttpConnection } from "../load/http-client.ts";
import { browserHeaders, signIn } from "../load/sign-in.ts";

const rules = 50;
const policies = 5;

/**
 * Gives each store 50 rules, of which none fits a generated mail, and five policies of targets, of which the last fits every ticket;
 * waits until all tickets have their clocks.
 */
export async function setUpRules(httpPort: number, superuserUrl: string): Promise<void> {
  for (const tenant of tenantShares.keys()) await setUp(httpPort, tenant);
  const database = new pg.Client({ connectionString: superuserUrl });
  await database.connect();
  try {
    const left = () => database.query("select from target_refreshes limit 1");
    while ((await left()).rowCount) await sleep(200);
  } finally {
    await database.end();
  }
}

/** Makes a store's rules and policies as its admin would. */
async function setUp(httpPort: number, tenant: number): Promise<void> {
  const connection = new HttpConnection(httpPort);
  const head = `${browserHeaders(await signIn(httpPort, tenant))}origin: http://127.0.0.1:${httpPort}\r\n`;
  const make = async (path: string, body: object) => {
    const whole = JSON.stringify({ ...body, idempotencyKey: randomUUID() });
    const { status, body: answer } = await connection.post(path, head, whole);
    if (status >= 300) throw new Error(`${path} was answered with ${status}: ${answer}`);
  };
  try {
    for (let at = 0; at < rules; at += 1) await make("/api/rules", ruleOf(at));
    for (let at = 0; at < policies; at += 1) await make("/api/targets", policyOf(at));
  } finally {
    connection.close();
  }
}

const triggers = ["created", "created", "customer_wrote", "changed", "answered"] as const;

function ruleOf(at: number): object {
  const seldom = [
    { field: "words", comparison: "contains", values: [`recall ${at}`, `chargeback ${at}`, `warranty ${at}`] },
    { field: "sender_domain", comparison: "is", values: [`carrier-${at}.example`] },
    { field: "order_total", comparison: "at_least", values: [String(100_000 + at)] },
  ];
  return {
    name: `Rule ${at}`,
    isOn: true,
    trigger: triggers[at % triggers.length],
    matches: "any",
    conditions: seldom,
    actions: [{ action: "add_tags", values: [`rule-${at}`] }],
  };
}

function policyOf(at: number): object {
  const isLast = at === policies - 1;
  return {
    name: `Policy ${at}`,
    isOn: true,
    matches: "all",
    conditions: isLast ? [] : [{ field: "tags", comparison: "has", values: [`vip-${at}`] }],
    firstReplyMinutes: 240,
    nextReplyMinutes: 240,
    resolutionMinutes: 2_880,
    calendarId: null,
    pausing: ["pending"],
  };
}
