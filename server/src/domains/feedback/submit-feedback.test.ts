import { randomUUID } from "node:crypto";
import { limits } from "@deskhand/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DeliveryDelayed } from "../../platform/mailer/mailer.ts";
import { jsonOf } from "../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { accountMailsSettled, mailsTo, until } from "../../testing/take-mail.ts";
import { addColleague, newOwner, type Person, untilRemoved } from "../../testing/test-people.ts";

const operator = "ops@host.test";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk({ operatorEmail: operator });
  owner = await newOwner(app);
});
afterAll(() => app.stop());

const stored = ({ tenantId, userId }: Person, desk = app) =>
  desk.asOwner<{ type: string; message: string; email: string; user_email: string }>(
    "select type, message, email, user_email from feedback_submissions where user_id = $1 order by created_at, id",
    [userId],
    tenantId,
  );
const mailWith = async (word: string) =>
  until(async () => (await mailsTo(app, operator)).find(({ text }) => text.includes(word)));
const header = (mail: { headers: { name: string; value: string }[] }, name: string) =>
  mail.headers.filter((each) => each.name.toLowerCase() === name).map(({ value }) => value);

test("stores feedback and mails it to the operator, with the person's address to reply to", async () => {
  const agent = await addColleague(app, owner, "agent");
  const word = randomUUID();
  const message = `A dark <b>mode</b> & "more" ${word}\nSecond line`;
  const sent = await agent.send("/api/submit-feedback", {
    json: {
      type: "feature",
      message: `  ${message} `,
      email: " me@home.example ",
      user_id: owner.userId,
      user_email: "x@y.test",
    },
  });
  expect(sent.status).toBe(200);
  expect(await stored(agent)).toEqual([
    { type: "feature", message, email: "me@home.example", user_email: agent.email },
  ]);
  const mail = await mailWith(word);
  expect(mail.subject).toBe(`Feature Idea: A dark <b>mode</b> & "more" ${word}`);
  expect(header(mail, "reply-to")).toEqual(["me@home.example"]);
  expect(mail.text).toContain(message);
  for (const fact of [`<${agent.email}>`, "Store: Acme Shop (", "Answer to: me@home.example"]) {
    expect(mail.text).toContain(fact);
  }
  expect(mail.html).toContain("A dark &lt;b&gt;mode&lt;/b&gt; &amp; &quot;more&quot;");
  expect(mail.html).not.toContain("<b>mode");
});

test("uses the person's own address when none is given", async () => {
  for (const email of [undefined, null, "", "   ", "\u200b\u2800"]) {
    const agent = await addColleague(app, owner, "agent");
    const word = randomUUID();
    await agent.api.feedback.submit({ type: "bug", message: word, email });
    expect(await stored(agent)).toMatchObject([{ type: "bug", email: agent.email }]);
    const mail = await mailWith(word);
    expect([mail.subject, header(mail, "reply-to")]).toEqual([`Bug Report: ${word}`, [agent.email]]);
  }
});

test.each([
  ["no address", "call me, please"],
  ["a line break and another header", "a@b.test\r\nBcc: victim@x.test"],
  ["two addresses", "a@b.test, c@d.test"],
  ["a name beside it", '"Boss" <a@b.test>'],
])("keeps on one line an address that is %s, and does not reply to it", async (_what, email) => {
  const agent = await addColleague(app, owner, "agent");
  const word = randomUUID();
  await agent.api.feedback.submit({ type: "bug", message: `${word}\r\nBcc: victim@x.test`, email });
  const [row] = await stored(agent);
  expect(row?.email).toBe(email.replace("\r\n", " "));
  const mail = await mailWith(word);
  expect([header(mail, "reply-to"), header(mail, "bcc"), mail.to.includes("victim")]).toEqual([[], [], false]);
  expect(await mailsTo(app, "victim@x.test")).toEqual([]);
});

test("delivers a message in any script, with a subject on one line in one direction", async () => {
  const agent = await addColleague(app, owner, "agent");
  const word = randomUUID();
  await agent.api.feedback.submit({ type: "bug", message: `\u202e${"שלום 😀 ".repeat(40)}\0${word}` });
  const mail = await mailWith(word);
  expect(mail.subject).toMatch(/^Bug Report: שלום 😀 .{1,90}…$/u);
  expect(mail.subject).not.toMatch(/[\u202a-\u202e]/);
});

test("stores and mails once per key, even at once, and keeps people's keys apart", async () => {
  const [agent, other] = [await addColleague(app, owner, "agent"), await addColleague(app, owner, "agent")];
  const word = randomUUID();
  const told = { type: "bug" as const, message: word, idempotencyKey: randomUUID() };
  const answers = await Promise.all([1, 2, 3].map(() => agent.api.feedback.submit(told)));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(await stored(agent)).toHaveLength(1);
  await other.api.feedback.submit(told);
  expect(await stored(other)).toHaveLength(1);
  await accountMailsSettled(app);
  expect((await mailsTo(app, operator)).filter(({ text }) => text.includes(word))).toHaveLength(2);
});

test.each([
  ["message", { type: "bug", message: "  \n " }, "Message is required"],
  ["message", { type: "bug", message: "\u200b" }, "Message is required"],
  ["message", { type: "bug", message: "\u2060\u3164 \n\u202e\u2800\ufeff" }, "Message is required"],
  ["message", { type: "bug" }, "Message is required"],
  [
    "message",
    { type: "bug", message: "x".repeat(limits.feedbackLength + 1) },
    "Message is too long (maximum 10,000 characters)",
  ],
  ["email", { type: "bug", message: "x", email: "x".repeat(321) }, "Email is too long (maximum 320 characters)"],
  ["type", { type: "praise", message: "x" }, expect.any(String)],
])("names a wrong %s and stores nothing", async (field, json, words) => {
  const agent = await addColleague(app, owner, "agent");
  const refused = await agent.send("/api/submit-feedback", { json });
  expect(refused.status).toBe(422);
  expect(await jsonOf(refused)).toMatchObject({ code: "input_invalid", data: { fields: { [field]: [words] } } });
  expect(await stored(agent)).toEqual([]);
});

test("limits a person's feedback per hour, and nobody else's", async () => {
  const [agent, other] = [await addColleague(app, owner, "agent"), await addColleague(app, owner, "agent")];
  const say = (key = randomUUID()) => agent.api.feedback.submit({ type: "bug", message: "Again", idempotencyKey: key });
  const first = randomUUID();
  await say(first);
  const answers = await Promise.allSettled(Array.from({ length: limits.feedbackPerHour + 2 }, () => say()));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(limits.feedbackPerHour - 1);
  await expect(say()).rejects.toMatchObject({ code: "too_much_feedback", status: 429 });
  await say(first);
  await other.api.feedback.submit({ type: "bug", message: "Me too" });
  const past = "update feedback_submissions set created_at = created_at - interval '1 hour' where user_id = $1";
  await app.asOwner(past, [agent.userId], agent.tenantId);
  await say();
});

test("reaches the operator even when the person's mail limit is used up", async () => {
  const shop = await newOwner(app);
  const day = (await app.asOwner<{ day: string }>("select ((now() at time zone 'UTC')::date)::text as day"))[0]?.day;
  await app.asOwner(
    "insert into sending_days (day, first_mails, replies) values ($1, 100000, 100000)",
    [day],
    shop.tenantId,
  );
  const word = randomUUID();
  await shop.api.feedback.submit({ type: "feature", message: word });
  expect((await mailWith(word)).to).toContain(operator);
});

test("stores feedback while mail is down, and sends it later", async () => {
  const sent: string[] = [];
  let isDown = true;
  const desk = await openDesk({
    operatorEmail: operator,
    mailer: {
      async send(mail) {
        if (isDown) throw new DeliveryDelayed("The relay is away");
        sent.push(`${mail.to} ${mail.subject}`);
      },
      check: async () => undefined,
      close: () => undefined,
    },
  });
  try {
    const agent = await addColleague(desk, { tenantId: (await desk.makeTenant()).id }, "agent");
    await agent.api.feedback.submit({ type: "bug", message: "The relay" });
    expect(await stored(agent, desk)).toHaveLength(1);
    const waiting = "select attempts, state from outgoing_mails where kind = 'feedback'";
    const state = async () => (await desk.asOwner(waiting, [], agent.tenantId))[0];
    await until(async () => (await state())?.attempts === 1);
    expect(await state()).toMatchObject({ state: "queued" });
    isDown = false;
    await desk.asOwner("update outgoing_mails set next_try_at = now()", [], agent.tenantId);
    await until(async () => sent.length === 1);
    expect(sent).toEqual([`${operator} Bug Report: The relay`]);
  } finally {
    await desk.stop();
  }
});

test("stores feedback and mails nothing when the operator has no address", async () => {
  const desk = await openDesk();
  try {
    const shop = await newOwner(desk);
    await shop.api.feedback.submit({ type: "bug", message: "Nobody there" });
    expect(await stored(shop, desk)).toHaveLength(1);
    expect(await desk.asOwner("select from outgoing_mails where kind = 'feedback'", [], shop.tenantId)).toEqual([]);
  } finally {
    await desk.stop();
  }
});

test("keeps the feedback of a deleted colleague", async () => {
  const agent = await addColleague(app, owner, "agent");
  await agent.api.feedback.submit({ type: "bug", message: "Bye" });
  await owner.api.team.delete({ id: agent.userId });
  await untilRemoved(app, agent);
  const rows = await app.asOwner(
    "select user_id, user_email from feedback_submissions where message = 'Bye'",
    [],
    owner.tenantId,
  );
  expect(rows).toEqual([{ user_id: null, user_email: agent.email }]);
});
