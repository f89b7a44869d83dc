import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AgentAtDesk, agentAtDesk } from "../../../testing/agent-at-desk.ts";
import { openDesk } from "../../../testing/open-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { hurryMail } from "../../../testing/test-desk.ts";
import { deliverClaimMailHandler, startDeliveries } from "../outgoing.jobs.ts";
import { queueAccountMail } from "../queue-mail.ts";
import { DeliverySlots, slotLimits } from "./delivery-slots.ts";

let desk: AgentAtDesk;
let relay: SMTPServer;
/** Recipients whose mail the relay accepted, in order, and mails it has not answered. */
const taken: string[] = [];
const hanging: { to: string; answer: () => void }[] = [];
/** Recipients that the relay does not answer yet. */
const silent = new Map<string, () => void>();
let isSilent = true;
beforeAll(async () => {
  relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo({ address }, _session, done) {
      const refuse = () => done(new Error("Nobody"));
      if (!address.endsWith(".silent.example")) done();
      else if (isSilent) silent.set(address, refuse);
      else refuse();
    },
    onData(stream, { envelope }, done) {
      const to = envelope.rcptTo[0]?.address ?? "";
      const answer = () => {
        taken.push(to);
        done();
      };
      stream.resume().on("end", () => (to.endsWith("@hangs.example") ? hanging.push({ to, answer }) : answer()));
    },
  });
  relay.listen(0, "127.0.0.1");
  await once(relay.server, "listening");
  const address = relay.server.address();
  const port = typeof address === "object" ? address?.port : 0;
  // The smallest allowed number of database connections.
  const settings = { roles: [], databasePoolSize: 2, smtpUrl: `smtp://127.0.0.1:${port}` };
  desk = await agentAtDesk(await openDesk(settings));
  const { services } = desk;
  const slots = new DeliverySlots({ ...slotLimits, slowAfterMs: 300 });
  await startDeliveries(services, slots);
  await services.jobs.work(deliverClaimMailHandler(services));
});
afterAll(async () => {
  await desk.stop();
  await new Promise<void>((resolve) => relay.close(resolve));
});

const queue = (to: string) =>
  desk.inTenant((tx) =>
    queueAccountMail(tx, desk.services, { kind: "confirmation", to, url: "http://x", storeName: "Acme" }),
  );

test("four mails that the relay does not answer hold up no other, and are sent once when it answers", async () => {
  const stuck = ["a", "b", "c", "d"].map((name) => `${name}@hangs.example`);
  for (const to of stuck) await queue(to);
  await until(async () => hanging.length === stuck.length);
  const ticket = await desk.ticket();
  const replies = await Promise.all(Array.from({ length: 6 }, () => desk.reply(ticket.id)));
  for (const { id } of replies) await until(async () => (await desk.deliveryOf(id)).state === "sent");
  expect(taken.filter((to) => to === "jo@example.org")).toHaveLength(replies.length);
  for (const { answer } of hanging.splice(0)) answer();
  await until(async () => stuck.every((to) => taken.includes(to)));
  expect(taken.filter((to) => to.endsWith("@hangs.example")).sort()).toEqual(stuck);
});

test("thirty mails of thirty domains that the relay does not even greet hold up no other, and wait with the reason", async () => {
  const ticket = await desk.ticket();
  // Its content was transmitted, so it may have arrived.
  await queue("late@hangs.example");
  await until(async () => hanging.some(({ to }) => to === "late@hangs.example"));
  await desk.inTenant(async (tx) => {
    for (let index = 0; index < 30; index += 1) {
      const to = `ann@d${index}.silent.example`;
      await queueAccountMail(tx, desk.services, { kind: "confirmation", to, url: "http://x", storeName: "Acme" });
    }
  });
  const { id } = await desk.reply(ticket.id);
  await until(async () => (await desk.deliveryOf(id)).state === "sent");
  // Mails aborted before their recipient was named are not awaited: they are retried only after half a minute.
  await until(async () => {
    await hurryMail(desk, { tenantId: desk.tenant });
    return silent.size === 30;
  });
  const told = await desk.inTenant((tx) =>
    tx.selectFrom("outgoing_mails").select(["state", "last_error"]).where("last_error", "is not", null).execute(),
  );
  expect(told.length).toBeGreaterThan(10);
  for (const mail of told)
    expect(mail).toEqual({ state: "queued", last_error: "The mail server did not answer while other mail waited" });
  for (const { answer } of hanging) answer();
  await until(async () => taken.filter((to) => to === "late@hangs.example").length === 1);
  isSilent = false;
  for (const refuse of silent.values()) refuse();
});
