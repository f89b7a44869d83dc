import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { exportStore } from "../../export-store.ts";
import { importStore } from "../../import-store.ts";
import { testMailDomain } from "../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { type Change, changeRows, type Row, sumUpAnew } from "../../testing/store/change-export.ts";
import { copyTestDatabase, type TestDatabase, testSecret } from "../../testing/test-databases.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { checkExport } from "./check-export.ts";

const databases = inject("testDatabases");
const never = new AbortController().signal;
/** Domain of the importing installation. */
const mailDomain = "desk.example";

let app: Desk;
let ours: Person;
let folder = "";
let target: TestDatabase;
beforeAll(async () => {
  app = await openDesk();
  folder = await mkdtemp(join(tmpdir(), "deskhand-addresses-"));
  ours = await newOwner(app);
  const otherOwner = await newOwner(app);
  await addColleague(app, ours, "agent");
  await own("help@ours.test", ours);
  await own("help@theirs.test", otherOwner);
  target = await copyTestDatabase(databases);
  for (const [name, { tenantId }] of [["ours", ours] as const, ["theirs", otherOwner] as const])
    await exportStore(settings(app.ownerUrl), tenantId, join(folder, name), never);
  await importStore(settings(target.ownerUrl), await checkExport(join(folder, "theirs")), wait);
});
afterAll(async () => {
  await app.stop();
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

const wait = { sendsWaiting: false, signal: never };
const settings = (databaseUrl: string) => ({ databaseUrl, dataDir: folder, secret: testSecret, mailDomain });

async function own(address: string, { tenantId }: Person): Promise<void> {
  await app.asOwner("insert into inbound_addresses values ($1, $2, true)", [address, tenantId], tenantId);
  await app.asOwner("update clients set custom_support_email = $1", [address], tenantId);
}

/** The addresses that receive a store's mail after the import. */
async function received(): Promise<string[]> {
  const client = new pg.Client({ connectionString: target.ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ address: string }>("select address from inbound_addresses");
  await client.end();
  return rows.map(({ address }) => address);
}

async function refusal(...changes: Change[]): Promise<string> {
  const path = join(folder, "changed");
  await rm(path, { recursive: true, force: true });
  await cp(join(folder, "ours"), path, { recursive: true });
  for (const change of changes) await change(path);
  await sumUpAnew(path);
  const imported = importStore(settings(target.ownerUrl), await checkExport(path), wait);
  return imported.then(
    () => "none",
    (error: Error) => error.message,
  );
}

const receives = (address: string) =>
  changeRows("inbound_addresses", (all) => [...all, { ...all[0], address, created_at: "2000-01-01T00:00:00+00:00" }]);
const first = (table: string, changed: Row) => changeRows(table, ([row, ...rest]) => [{ ...row, ...changed }, ...rest]);
const refusalAt = (domain: string) =>
  new RegExp(`is at ${domain}, where only the installation .* Nothing was imported$`);

test.each([
  ["no-reply@desk.example", refusalAt("desk.example")],
  ["help@desk.example", refusalAt("desk.example")],
  ["postmaster@desk.example", refusalAt("desk.example")],
  ["help+abcdefgh@desk.example", refusalAt("desk.example")],
  ["help+abcdefgh@eu.desk.example", refusalAt("desk.example")],
  [`help+abcdefgh@${testMailDomain}`, refusalAt(testMailDomain)],
  [`help@eu.${testMailDomain}`, refusalAt(testMailDomain)],
  ["no-reply@DESK.example", /is not spelled as the address of a store/],
  ["no-reply@desk.example.", /is not spelled as the address of a store/],
  ["no-reply@desk.example ", /is not spelled as the address of a store/],
  ["no-reply@ｄesk.example", /is not spelled as the address of a store/],
  ["no-reply@x@desk.example", /is not spelled as the address of a store/],
  ["no-reply", /is not spelled as the address of a store/],
  ["@ours.test", /is not spelled as the address of a store/],
  ["help@theirs.test", /^Mail to help@theirs.test comes to another store here. Nothing was imported$/],
])("an export cannot claim mail to %s, as an address or the store's own", async (address, reason) => {
  const asAddress = await refusal(receives(address));
  expect(asAddress).toMatch(reason);
  if (!asAddress.startsWith("Mail to")) expect(asAddress).toContain(`of the export's inbound_addresses: "${address}"`);
  const asOwnAddress = await refusal(first("clients", { custom_support_email: address }));
  expect(asOwnAddress).toMatch(reason);
  if (!asOwnAddress.startsWith("Mail to"))
    expect(asOwnAddress).toContain(`Line 1 of the export's clients: "${address}"`);
});

test("refuses an address assigned to another store", async () => {
  const address = (await received()).find((own) => own.startsWith("help+") && own.endsWith("@desk.example")) ?? "none";
  for (const change of [receives(address), first("clients", { custom_support_email: address })])
    expect(await refusal(change)).toBe(`Mail to ${address} comes to another store here. Nothing was imported`);
});

test("sign-ins match the store's team, and nobody is at the mail domain", async () => {
  const hidden = await refusal(first("identities", { email: "ceo@victim.test" }));
  expect(hidden).toMatch(/^Line 1 of the export's identities: "ceo@victim.test" is not the address of that person/);
  const swapped = await refusal(
    changeRows("identities", ([one, other]) => [
      { ...one, email: other?.email },
      { ...other, email: one?.email },
    ]),
  );
  expect(swapped).toMatch(/of the export's identities: .* is not the address of that person in users/);
  const both = ["users", "identities"].map((table) =>
    changeRows(table, (all) =>
      all.map((row) => (row.email === ours.email ? { ...row, email: "no-reply@desk.example" } : row)),
    ),
  );
  expect(await refusal(...both)).toMatch(/of the export's users: "no-reply@desk.example" is at desk.example/);
});

test("imports the store's own addresses and assigns new ones", async () => {
  const similar = ["help@notdesk.example", "help@desk.example.test", "o'neil+sales@xn--mnchen-3ya.test"];
  const rows = similar.map((address) => ({ address, created_at: "2026-01-01T00:00:00+00:00" }));
  const sorted = changeRows("inbound_addresses", (all) =>
    [...all, ...rows.map((row) => ({ ...all[0], ...row }))].sort((a, b) =>
      String(a.address) < String(b.address) ? -1 : 1,
    ),
  );
  expect(await refusal(sorted)).toBe("none");
  const code = ours.supportEmail.split("@")[0];
  expect(await received()).toEqual(
    expect.arrayContaining([...similar, "help@ours.test", `${code}@${mailDomain}`, `${code}@${testMailDomain}`]),
  );
});
