import { auditExportUrl } from "@deskhand/contract/pages";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { databaseTime, fromNow } from "../../testing/from-now.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { record } from "./audit.queries.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
});
beforeEach(async () => {
  owner = await newOwner(app);
});
afterAll(() => app.stop());

const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => app.db.withTenant(owner.tenantId, work);
const list = (filter: Parameters<Person["api"]["audit"]["list"]>[0] = {}) => owner.api.audit.list(filter);
/** Only what a test records: signing up leaves entries too. */
const mails = (filter: object = {}) => list({ kind: "mail", ...filter });
const released = (label: string, person = owner.userId) =>
  inTenant((tx) => record(tx, person, "mail.released", { id: newId(), label }));
async function csv(filter: Parameters<typeof auditExportUrl>[0] = { kind: "mail" }): Promise<string> {
  const answer = await owner.send(auditExportUrl(filter));
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer()).toString("utf8");
}

test("says who did what, when, from where and to whom", async () => {
  const agent = await addColleague(app, owner, "agent");
  const before = await databaseTime(app);
  const answer = await owner.send(`/api/team/users/${agent.userId}/role`, {
    json: { role: "supervisor" },
    headers: { "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/130.0" },
  });
  expect(answer.status).toBe(200);
  const [entry] = (await list({ kind: "team" })).items;
  expect(entry).toMatchObject({
    action: "team.role-changed",
    actorId: owner.userId,
    actorName: owner.name,
    subjectId: agent.userId,
    subject: `agent <${agent.email}>`,
    details: { from: "agent", to: "supervisor" },
    ip: "127.0.0.1",
    device: "Firefox on Windows",
  });
  expect((entry?.createdAt ?? "") >= before).toBe(true);
});

test("pages without gaps or repetition while entries arrive, even within one millisecond", async () => {
  await inTenant(async (tx) => {
    for (let number = 0; number < 25; number += 1)
      await record(tx, owner.userId, "mail.released", { id: newId(), label: String(number) });
  });
  const seen: (string | null)[] = [];
  let cursor: string | undefined;
  do {
    const page = await mails({ limit: 7, ...(cursor && { cursor }) });
    seen.push(...page.items.map(({ subject }) => subject));
    cursor = page.nextCursor ?? undefined;
    await released("late");
  } while (cursor);
  expect(seen).toEqual(Array.from({ length: 25 }, (_, number) => String(24 - number)));
});

test("filters by person, kind and time", async () => {
  const agent = await addColleague(app, owner, "agent");
  await released("by the agent", agent.userId);
  await released("by the owner");
  await owner.api.team.changeRole({ id: agent.userId, role: "supervisor" });
  const { items } = await list({ userId: agent.userId });
  // Both what they did and what was done to them.
  expect(items.map(({ action }) => action).filter((action) => !action.startsWith("account."))).toEqual([
    "team.role-changed",
    "mail.released",
  ]);
  expect((await mails({ userId: agent.userId })).items).toHaveLength(1);
  const at = (await mails()).items.map(({ createdAt }) => createdAt);
  expect(at).toHaveLength(2);
  const [newest = "", oldest = ""] = at;
  expect((await mails({ from: newest })).items.length).toBe(newest === oldest ? 2 : 1);
  expect((await mails({ until: oldest })).items).toEqual([]);
  expect((await mails({ from: oldest, until: newest })).items.length).toBe(newest === oldest ? 0 : 1);
  expect((await list({ kind: "billing" })).items).toEqual([]);
});

test("finds and names a deleted colleague, and never a stranger", async () => {
  const agent = await addColleague(app, owner, "agent");
  await released("theirs", agent.userId);
  await owner.api.team.delete({ id: agent.userId });
  expect((await mails({ userId: agent.userId })).items).toMatchObject([
    { actorName: "agent", actorEmail: agent.email, subject: "theirs" },
  ]);
  expect((await owner.api.audit.people()).items).toEqual([
    { id: agent.userId, name: `agent <${agent.email}>` },
    { id: owner.userId, name: `${owner.name} <${owner.email}>` },
  ]);
  const stranger = await newOwner(app);
  for (const userId of [stranger.userId, newId()])
    await expect(list({ userId })).rejects.toMatchObject({ code: "user_not_found", status: 404 });
});

test("tells two people of one name apart, also in the file, and logs a rename", async () => {
  const namesake = await addColleague(app, owner, "agent");
  await namesake.api.account.updateProfile({ name: owner.name });
  await released("theirs", namesake.userId);
  await released("ours");
  expect((await list({ kind: "account", userId: namesake.userId })).items[0]).toMatchObject({
    action: "account.name-changed",
    details: { from: "agent", to: owner.name },
    subject: `${owner.name} <${namesake.email}>`,
  });
  const text = await csv();
  expect(text).toContain(`"${owner.name} <${namesake.email}>","Released a mail from quarantine","theirs"`);
  expect(text).toContain(`"${owner.name} <${owner.email}>","Released a mail from quarantine","ours"`);
});

test("names a mail by subject and sender for as long as it is kept", async () => {
  const [id] = await app.asOwner(
    `insert into mail_log (client_id, id, via, envelope_from, envelope_to, subject, from_email, state, finished_at, raw_removed)
     values ($1, gen_random_uuid(), 'smtp', 'bounce@list.test', 'help@store.test', 'Rug', 'jane@a.test', 'quarantined', now(), 'expired') returning id`,
    [owner.tenantId],
    owner.tenantId,
  );
  await inTenant((tx) => record(tx, owner.userId, "mail.released", String(id?.id)));
  expect((await mails()).items).toMatchObject([{ subject: '"Rug" from jane@a.test' }]);
  await app.asOwner("delete from mail_log where client_id = $1", [owner.tenantId], owner.tenantId);
  expect((await mails()).items).toMatchObject([{ subject: null }]);
});

test("shows repeated attempts as one line with a count per network, and keeps all of them", async () => {
  const refuse = (ip: string) =>
    app.db.withTenant({ tenantId: owner.tenantId, calledFrom: { ip, userAgent: undefined } }, (tx) =>
      record(tx, null, "account.sign-in-failed", owner.userId),
    );
  for (const ip of ["192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.1"]) await refuse(ip);
  // Puts all of them into one hour, whenever this runs.
  await app.asOwner("alter table audit_log disable row level security, disable trigger user");
  await app.asOwner(
    "update audit_log set created_at = '2026-01-02T10:30Z' where client_id = $1 and action = 'account.sign-in-failed'",
    [owner.tenantId],
  );
  await app.asOwner("alter table audit_log enable row level security, enable trigger user");
  const until = "2026-02-01T00:00:00Z";
  const lines = (await list({ until })).items.map(({ ip, times }) => `${ip} ${times}`);
  expect(lines.sort()).toEqual(["192.0.2.1 3", "192.0.2.2 1"]);
  expect(await csv({ until })).toContain(`"3 times since 2026-01-02T10:30:00.000Z","192.0.2.1"`);
  expect((await list({ until: "2026-01-02T10:30:00Z" })).items).toEqual([]);
});

test.each([{ cursor: "nonsense" }, { limit: 0 }, { limit: 101 }, { from: "yesterday" }, { kind: "everything" }])(
  "refuses %j",
  async (filter) => {
    await expect(list(filter as object)).rejects.toMatchObject({ code: "input_invalid" });
  },
);

test("exports every entry of the filter, and logs the export", async () => {
  await inTenant(async (tx) => {
    for (let number = 0; number < 2_345; number += 1)
      await record(tx, owner.userId, "mail.released", { id: newId(), label: `Mail ${number}` });
  });
  const text = await csv();
  expect(text.startsWith('\ufeff"Time (UTC)","Person","Action","To","Details","IP address","Device"\r\n')).toBe(true);
  const lines = text.split("\r\n");
  expect(lines).toHaveLength(2_345 + 2);
  expect(lines.at(-1)).toBe("");
  expect(lines.slice(1, -1).map((line) => Number(/"Mail (\d+)"/.exec(line)?.[1]))).toEqual(
    Array.from({ length: 2_345 }, (_, number) => 2_344 - number),
  );
  expect((await list({ kind: "audit" })).items).toMatchObject([
    { action: "audit.exported", actorName: owner.name, details: { kind: "mail" }, ip: "127.0.0.1" },
  ]);
  expect(await csv({ kind: "audit" })).toContain('"Exported the audit log"');
});

test("exports a file of this store only, to those who may read the log", async () => {
  const answer = await owner.send(auditExportUrl({}));
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; filename\*=UTF-8''audit-log-\d{4}-\d\d-\d\d\.csv$/,
  );
  const agent = await addColleague(app, owner, "supervisor");
  expect((await agent.send(auditExportUrl({}))).status).toBe(403);
  const stranger = await newOwner(app);
  await released("A secret of the other store");
  expect(await (await stranger.send(auditExportUrl({}))).text()).not.toContain("secret");
  for (const filter of [{ userId: owner.userId }, { userId: "nobody" }])
    expect((await stranger.send(auditExportUrl(filter))).status).toBe(404);
  expect((await owner.send("/api/audit/export?from=never")).status).toBe(422);
  expect((await owner.send("/api/audit/export?kind=mail&kind=team")).status).toBe(422);
});

test.each([
  ["=1+1", `"'=1+1"`],
  ["+1", `"'+1"`],
  ["-1", `"'-1"`],
  ["@SUM(A1)", `"'@SUM(A1)"`],
  ["\t=1", `"'\t=1"`],
  ["\r=1", `"'\r=1"`],
  [" =1", `"' =1"`],
  ["\u00a0=1", `"'\u00a0=1"`],
  ["\u200b=1", `"'\u200b=1"`],
  ["＝1+1", `"'＝1+1"`],
  [`"=1"`, `"'""=1"""`],
  ["'=1", `"''=1"`],
  ["|calc", `"'|calc"`],
  // Must be left unchanged.
  [`Jane "JD" Doe, a=b`, `"Jane ""JD"" Doe, a=b"`],
  ["two\nlines", '"two\nlines"'],
  ["Zoë 東京 😀", '"Zoë 東京 😀"'],
  ["a-b+c@d", '"a-b+c@d"'],
  ["1;=1", '"1;=1"'],
])("neutralizes the formula %j and changes nothing else", async (label, cell) => {
  await released(label);
  expect(await csv()).toContain(`,${cell},`);
});

test("reads a hundred thousand entries by index, whatever the filter", async () => {
  await app.asOwner(
    `insert into audit_log (client_id, id, actor_id, actor_name, action, subject_id, details, created_at)
     select $1, gen_random_uuid(), case when n % 50 = 0 then $2::uuid end, 'Somebody',
       case when n % 1000 = 0 then 'store.connected' else 'ticket.deleted' end, n::text, '{}', now() - n * interval '1 minute'
     from generate_series(1, 100000) n`,
    [owner.tenantId, owner.userId],
    owner.tenantId,
  );
  await app.asOwner("analyze audit_log");
  const from = fromNow({ minutes: -60_000 });
  const filters = [
    {},
    { kind: "store" },
    { userId: owner.userId },
    { from, kind: "ticket" },
    { kind: "billing" },
  ] as const;
  for (const filter of filters) {
    const page = await list(filter);
    if (page.nextCursor) await list({ ...filter, cursor: page.nextCursor });
  }
  const conditions = [
    "true",
    "kind = 'store'",
    `actor_id = '${owner.userId}'`,
    `subject_id = '${owner.userId}'`,
    "created_at < now() - interval '1 day' and kind = 'ticket'",
  ];
  for (const condition of conditions) {
    const rows = await app.asOwner(
      `explain select id from audit_log where ${condition} order by created_at desc, id desc limit 101`,
      [],
      owner.tenantId,
    );
    expect(JSON.stringify(rows), condition).not.toMatch(/Seq Scan|Sort/);
  }
});
