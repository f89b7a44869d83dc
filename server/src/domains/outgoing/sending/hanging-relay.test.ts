import { afterAll, beforeAll, expect, test } from "vitest";
import { type AgentAtDesk, agentAtDesk } from "../../../testing/agent-at-desk.ts";
import { openDesk } from "../../../testing/open-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { deliverClaimMailHandler, deliverMailHandler } from "../outgoing.jobs.ts";
import { queueAccountMail } from "../queue-mail.ts";
import { DeliverySlots, slotLimits } from "./delivery-slots.ts";

let desk: AgentAtDesk;
const sent: string[] = [];
const hanging: { to: string; answer: () => void }[] = [];
beforeAll(async () => {
  desk = await agentAtDesk(
    await openDesk({
      roles: [],
      // No more than the least that anybody has.
      databasePoolSize: 2,
      mailer: {
        async send({ to }) {
          if (to.endsWith("@hangs.example")) {
            await new Promise<void>((answer) => hanging.push({ to, answer }));
          }
          sent.push(to);
        },
        check: async () => undefined,
        close: () => undefined,
      },
    }),
  );
});
afterAll(() => desk.stop());

const queue = (to: string) =>
  desk.inTenant((tx) =>
    queueAccountMail(tx, desk.services, { kind: "confirmation", to, url: "http://x", storeName: "Acme" }),
  );

test("four mails that the relay does not answer hold no other, and are sent once when it does", async () => {
  const { services } = desk;
  const slots = new DeliverySlots({ ...slotLimits, slowAfterMs: 300 });
  const stuck = ["a", "b", "c", "d"].map((name) => `${name}@hangs.example`);
  for (const to of stuck) await queue(to);
  await services.jobs.work(deliverMailHandler(services, slots));
  await services.jobs.work(deliverClaimMailHandler(services));
  await until(async () => hanging.length === stuck.length);
  const ticket = await desk.ticket();
  const replies = await Promise.all(Array.from({ length: 6 }, () => desk.reply(ticket.id)));
  for (const { id } of replies) await until(async () => (await desk.deliveryOf(id)).state === "sent");
  expect(sent.filter((to) => to === "jo@example.org")).toHaveLength(replies.length);
  for (const { answer } of hanging) answer();
  await until(async () => stuck.every((to) => sent.includes(to)));
  expect(hanging.map(({ to }) => to).sort()).toEqual(stuck);
});
