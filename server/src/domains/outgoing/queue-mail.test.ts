import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openOutboxMailer } from "../../platform/mailer/outbox-mailer.ts";
import { listOutbox, readOutboxMail } from "../../platform/mailer/read-outbox.ts";
import { type AgentAtDesk, agentAtDesk } from "../../testing/agent-at-desk.ts";
import { openDesk } from "../../testing/open-desk.ts";
import { deliverMailHandler } from "./outgoing.jobs.ts";
import { queueAccountMail } from "./queue-mail.ts";

let desk: AgentAtDesk;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "deskhand-outbox-"));
  desk = await agentAtDesk(await openDesk({ roles: [], mailer: openOutboxMailer(folder) }));
});
afterAll(async () => {
  await desk.stop();
  await rm(folder, { recursive: true });
});

test("without an SMTP server the confirmation's link is read in the outbox", async () => {
  const url = "http://desk.test/confirm?a=b&c=d";
  await desk.services.jobs.work(deliverMailHandler(desk.services));
  await desk.inTenant((tx) =>
    queueAccountMail(tx, desk.services, {
      kind: "confirmation",
      to: "owner@acme-shop.com",
      url,
      storeName: "Acme Shop",
    }),
  );
  const [file = ""] = await vi.waitFor(async () => {
    const files = await listOutbox(folder, 10);
    expect(files).toHaveLength(1);
    return files;
  });
  const mail = await readOutboxMail(folder, file);
  expect(mail).toMatchObject({ to: "owner@acme-shop.com", subject: "Confirm your e-mail address" });
  expect(mail?.text).toContain(url);
  expect(mail?.html).toContain(url.replace("&", "&amp;"));
});
