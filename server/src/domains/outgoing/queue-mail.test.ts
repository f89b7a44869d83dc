import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listOutbox, openOutboxMailer, readOutboxMail } from "../../platform/mailer/outbox-mailer.ts";
import { type AgentAtDesk, agentAtDesk } from "../../testing/agent-at-desk.ts";
import { openDesk } from "../../testing/open-desk.ts";
import { readAsOthers } from "../../testing/take-mail.ts";
import { startDeliveries } from "./outgoing.jobs.ts";
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

test("without an SMTP server the confirmation link is in the outbox", async () => {
  const url = "http://desk.test/confirm?a=b&c=d";
  await startDeliveries(desk.services);
  await desk.inTenant((tx) =>
    queueAccountMail(tx, desk.services, {
      kind: "confirmation",
      to: "owner@acme-shop.com",
      url,
      storeName: "Acme Shop",
    }),
  );
  await expect.poll(() => listOutbox(folder, 10)).toHaveLength(1);
  const [file = ""] = await listOutbox(folder, 10);
  const mail = await readOutboxMail(folder, file, readAsOthers);
  expect(mail).toMatchObject({ to: "owner@acme-shop.com", subject: "Confirm your e-mail address" });
  expect(mail?.text).toContain(url);
  expect(mail?.html).toContain(url.replace("&", "&amp;"));
});

test.each([
  ["password_reset", "Choose a new Deskhand password"],
  ["existing_account", "You already have a Deskhand account"],
  // The rest of their rows differs, so the log must not show which kind it is.
  ["invitation", null],
  ["invitation_known", null],
] as const)("the log lists %s under its subject: %s", async (kind, subject) => {
  const to = `${kind}@acme-shop.com`;
  const mail = { kind, to, url: "http://desk.test/link", token: "secret", storeName: "Acme Shop", inviterName: "Ann" };
  await desk.inTenant((tx) => queueAccountMail(tx, desk.services, mail));
  const kept = await desk.inTenant((tx) =>
    tx.selectFrom("outgoing_mails").select("details").where("to_email", "=", to).executeTakeFirstOrThrow(),
  );
  expect(kept.details).toMatchObject({ storeName: "Acme Shop" });
  expect(Object(kept.details).subject ?? null).toBe(subject);
});
