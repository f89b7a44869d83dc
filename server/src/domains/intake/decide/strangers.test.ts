import { limits } from "@deskhand/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { isLong } from "../../../testing/run/is-long.ts";
import { runCampaigns } from "../../../testing/strangers/campaigns.ts";
import { allStyles, writeAll } from "../../../testing/strangers/honest/all-honest.ts";
import type { HonestMail } from "../../../testing/strangers/honest/honest-mail.ts";
import { onTheWay } from "../../../testing/strangers/honest/on-the-way.ts";
import { type Judged, judgeMails, readTickets } from "../../../testing/strangers/judge-mails.ts";
import { openScenes, type Scene } from "../../../testing/strangers/open-scenes.ts";
import { pairsElsewhere } from "../../../testing/strangers/threads-elsewhere.ts";
import { allTricks, playAll } from "../../../testing/strangers/tricks/all-tricks.ts";
import { forgedFrom, unprovenFrom } from "../../../testing/strangers/tricks/forged-from.ts";
import { anyStranger, type HostileMail } from "../../../testing/strangers/tricks/trick.ts";

let desk: Desk;
let scenes: Scene[];
beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  // Enough that no sender, ticket or customer comes near a limit, which would stop a mail before it is judged.
  scenes = await openScenes(desk, 6, 11);
});
afterAll(() => desk.stop());

const seed = 1;
/** The number of mails per hostile kind, and of replies per kind of program. */
const each = isLong ? { hostile: 9, honest: 6 } : { hostile: 1, honest: 1 };
/** The number of runs of each campaign, and of conversations begun elsewhere. */
const tries = isLong ? 10 : 3;

test("lets no stranger's mail join the ticket that it names, get lost, or pose as the customer's", async () => {
  const mails = playAll(allTricks, scenes, each.hostile, seed);
  expect(allTricks.length).toBeGreaterThanOrEqual(373);
  expect(allTricks.map(({ name }) => mails.filter(({ trick }) => trick === name).length)).toEqual(
    allTricks.map(() => each.hostile),
  );
  const before = await readTickets(desk, scenes);
  const judged = await judgeMails(desk, mails);
  expect(judged).toHaveLength(mails.length);
  expect(judged.flatMap(findFaults)).toEqual([]);
  expect(await readTickets(desk, scenes)).toEqual(before);
}, 240_000);

test("lets none of many simultaneous ones join either, among replies that all join", async () => {
  const [hostile, honest] = [playAll(allTricks, scenes, isLong ? 2 : 1, seed + 2), writeAll(scenes, 1, seed + 3)];
  const before = await readTickets(desk, scenes);
  const at = Math.floor(hostile.length / 2);
  const judged = await judgeMails<HostileMail | HonestMail>(
    desk,
    [...hostile.slice(0, at), ...honest, ...hostile.slice(at)],
    24,
  );
  const faults = judged.flatMap((one) =>
    "trick" in one.mail ? findFaults({ ...one, mail: one.mail }) : findHonestFaults({ ...one, mail: one.mail }),
  );
  expect(faults).toEqual([]);
  const count = (tickets: unknown[][]) => tickets.flat().length;
  expect(count(await readTickets(desk, scenes))).toBe(count(before) + honest.length);
});

/** What is wrong with how a hostile mail ended, in words; "" if it did no harm and no limit kept it from being judged. */
function findFaults({ mail, state, reason, ...end }: Judged<HostileMail>): string[] {
  const own = state === "reply_added" ? mail.scene.neighbour.ticketId : null;
  // An address that some programs read as the customer's may be shown as such, with the mark.
  const isStrange = (email: string) =>
    email === mail.scene.victim.email ? !mail.mayShow.includes(email) && !end.isMarked : !isAllowed(mail, email);
  const faults = {
    [`is ${state} (${reason})`]: !(mail.ends as readonly string[]).includes(state),
    "is on a ticket": state !== "ticket_created" && end.ticketId !== own,
    joined: end.ticketId === mail.scene.ticketId,
    "is not marked":
      mail.isFailing && !(end.senderCheck === "fail" && end.isMarked && end.names === mail.scene.ticketId),
    [`shows ${end.shown}`]: end.shown.some(isStrange),
  };
  return Object.entries(faults).flatMap(([fault, isSo]) => (isSo ? [`${mail.trick}: ${fault}`] : []));
}

function isAllowed({ mayShow }: HostileMail, email: string): boolean {
  return mayShow.includes(email) || mayShow.includes(anyStranger);
}

test("lets an unverifiable From join by the label, and marks it", async () => {
  const mails = playAll(unprovenFrom, scenes, isLong ? 20 : 5, seed);
  const judged = await judgeMails(desk, mails);
  expect(judged.filter(({ state }) => !["reply_added", "ticket_created"].includes(state))).toEqual([]);
  const joined = judged.filter(({ ticketId, mail }) => ticketId === mail.scene.ticketId);
  expect(joined.filter(({ isMarked, senderCheck }) => !isMarked || senderCheck !== "none")).toEqual([]);
});

test("joins every reply of those who take part, also to an archived ticket, with the writer's address and words", async () => {
  const mails = writeAll(scenes, each.honest, seed);
  expect(allStyles.length).toBeGreaterThanOrEqual(40);
  expect(allStyles.map(({ name }) => mails.filter(({ style }) => style === name).length)).toEqual(
    allStyles.map(() => each.honest),
  );
  for (const { store, ticketId } of scenes.slice(0, 30)) await close(store, ticketId);
  expect((await judgeMails(desk, mails)).flatMap(findHonestFaults)).toEqual([]);
  const statuses = (await readTickets(desk, scenes)).map(([message]) => message?.status);
  expect(new Set(statuses)).toEqual(new Set(["open"]));
});

test("joins replies whatever servers do to them on the way", async () => {
  const mails = onTheWay(writeAll(scenes, each.honest, seed + 1));
  expect((await judgeMails(desk, mails)).flatMap(findHonestFaults)).toEqual([]);
});

function findHonestFaults({ mail, state, reason, ticketId, shown, content }: Judged<HonestMail>): string[] {
  const faults = {
    [`is ${state} (${reason})`]: state !== "reply_added",
    "is on another ticket": ticketId !== mail.scene.ticketId,
    [`shows ${shown}`]: shown.some((email) => email !== mail.writer),
    [`says ${content}`]: !content?.includes(mail.words),
  };
  return Object.entries(faults).flatMap(([fault, isSo]) => (isSo ? [`${mail.style}: ${fault}`] : []));
}

async function close(store: Scene["store"], ticketId: string): Promise<void> {
  await desk.db.withTenant(store.id, (tx) =>
    tx.updateTable("support_tickets").set({ status: "closed" }).where("id", "=", ticketId).execute(),
  );
}

test("lets nobody into a ticket by mails that prepare each other, and does not mislead its customer", async () => {
  const campaigns = runCampaigns(scenes, tries, seed);
  expect(campaigns).toHaveLength(19 * tries);
  const judged = await judgeMails(
    desk,
    campaigns.flatMap(({ name, mails }) => mails.map((mail, step) => ({ ...mail, name, step }))),
  );
  const faults = judged.filter(({ mail, state, ticketId }) => {
    const joins = state === "reply_added" && ticketId === mail.scene.ticketId;
    if (mail.goal === "joins") return !joins;
    if (mail.goal === "stays on own") return joins || ticketId === mail.scene.neighbour.ticketId;
    return mail.goal === "stays out" && (joins || state !== "ticket_created");
  });
  expect(faults.map(({ mail: { name, step }, state }) => ({ name, step, state }))).toEqual([]);
});

test("does not count mails that failed in the customer's name against the customer", async () => {
  const [scene] = scenes;
  if (!scene) throw new RangeError("There are no scenes");
  const forged = playAll(forgedFrom.slice(0, 1), [scene, ...scenes.slice(-1)], 2 * limits.mailsAlike, seed + 1);
  const honest = writeAll([scene], 1, seed + 2).slice(0, 3);
  const own = forged.filter((mail) => mail.scene === scene);
  const judged = await judgeMails(desk, [...own, ...honest]);
  expect(judged.slice(own.length).map(({ state }) => state)).toEqual(honest.map(() => "reply_added"));
});

test("joins mails of a conversation that began elsewhere for their author only", async () => {
  const pairs = pairsElsewhere(scenes, tries, seed);
  expect(pairs).toHaveLength(13 * tries);
  const judged = await judgeMails(
    desk,
    pairs.flatMap(({ mails }) => [...mails]),
  );
  const ends = new Map(judged.map((one) => [one.mail, one]));
  const faults = pairs.filter(({ together, mails: [first, second] }) => {
    const [there, here] = [ends.get(first), ends.get(second)];
    if (there?.state !== "ticket_created") return true;
    return together
      ? here?.state !== "reply_added" || here.ticketId !== there.ticketId
      : here?.state !== "ticket_created";
  });
  expect(faults.map(({ name }) => name)).toEqual([]);
});

test("neither doubles nor leaves any mail unfinished", async () => {
  const stores = new Set(scenes.map(({ store }) => store));
  for (const { id } of stores) {
    const unsound = await desk.db.withTenant(id, (tx) =>
      tx
        .selectFrom("mail_log as l")
        .leftJoin("ticket_messages as m", "m.id", "l.message_id")
        .select(["l.state", "l.reason"])
        .where((eb) =>
          eb.or([
            eb("l.finished_at", "is", null),
            eb.and([eb("l.state", "in", ["ticket_created", "reply_added"]), eb("m.id", "is", null)]),
          ]),
        )
        .execute(),
    );
    expect(unsound).toEqual([]);
    const { kept, messages } = await countKept(id);
    expect(messages).toBe(kept);
  }
});

/** How many mails are logged as stored, and how many customer messages there are. */
function countKept(tenant: Scene["store"]["id"]) {
  return desk.db.withTenant(tenant, (tx) =>
    tx
      .selectNoFrom((eb) => [
        eb
          .selectFrom("mail_log")
          .select((of) => of.fn.count<number>("message_id").distinct().as("count"))
          .where("state", "in", ["ticket_created", "reply_added", "auto_reply"])
          .as("kept"),
        eb
          .selectFrom("ticket_messages")
          .select((of) => of.fn.countAll<number>().as("count"))
          .where("is_from_customer", "=", true)
          .as("messages"),
      ])
      .executeTakeFirstOrThrow(),
  );
}
