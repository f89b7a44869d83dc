import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { exportStore } from "./export-store.ts";
import { importStore } from "./import-store.ts";
import { checkExport } from "./platform/portable/check-export.ts";
import { testMailDomain } from "./testing/make-test-tenant.ts";
import { openDesk } from "./testing/open-desk.ts";
import { changeRows, sumUpAnew } from "./testing/store/change-export.ts";
import { copyTestDatabase, testSecret } from "./testing/test-databases.ts";
import { newOwner } from "./testing/test-people.ts";

const withFile = `From: Jane <jane@customer.test>\r\nSubject: Hello\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHi
--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nA file\r\n--b--\r\n`;

test("an imported file name that leads out of its folder becomes one that is safe to save", async () => {
  const folder = await mkdtemp(join(tmpdir(), "deskhand-names-"));
  const databases = inject("testDatabases");
  const [app, target] = [await openDesk(), await copyTestDatabase(databases)];
  const { signal } = new AbortController();
  const settings = { dataDir: folder, secret: testSecret, mailDomain: testMailDomain };
  const path = join(folder, "store");
  const owner = await newOwner(app);
  await app.takeIn({ raw: withFile, envelopeFrom: "jane@customer.test", recipients: [owner.supportEmail] });
  await exportStore({ ...settings, databaseUrl: app.ownerUrl }, owner.tenantId, path, signal);
  const named = (filename: string) =>
    changeRows("ticket_attachments", (all) => all.map((row) => ({ ...row, filename })));
  await named("../../../tmp/x\u0007.txt")(path);
  await sumUpAnew(path);
  await app.stop();
  const place = { ...settings, databaseUrl: target.ownerUrl };
  await importStore(place, await checkExport(path), { sendsWaiting: false, signal });
  const desk = await openDesk({ databases: { ...databases, templateUrl: target.ownerUrl } });
  onTestFinished(async () => {
    await desk.stop();
    await target.drop();
    await rm(folder, { recursive: true });
  });
  const found = await desk.asOwner("select filename from ticket_attachments", [], owner.tenantId);
  expect(found).toEqual([{ filename: "x.txt" }]);
});
