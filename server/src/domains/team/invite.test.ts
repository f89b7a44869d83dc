import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { mailsTo, takeMail } from "../../testing/take-mail.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { addColleague, newAddress, newOwner, type Person, signIn } from "../../testing/test-people.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
});
beforeEach(async () => {
  owner = await newOwner(app);
});
afterAll(() => app.stop());

const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => Promise.reject(new Error("It was not refused")),
    (refusal) => refusal,
  );
const team = ({ api }: Person = owner) => api.team;
const find = async (id: string) => (await team().users()).items.find((user) => user.id === id);
const log = async () => (await owner.api.audit.list({ kind: "team" })).items;
const invited = (over: object = {}) => ({ email: newAddress("ann"), name: "Ann Agent", ...over });

test("invites with a role, an agent by default, mails a link and logs it", async () => {
  const email = newAddress("ann");
  const user = await team().invite({ email: `  ${email.toUpperCase()} `, name: "  Ann   Agent " });
  expect(user).toMatchObject({ email, name: "Ann Agent", role: "agent", isActive: true, lastLogin: null });
  expect(user.invitedAt).not.toBeNull();
  const { text } = await takeMail(app, email);
  expect(text).toContain("/invitation#");
  // An admin's location is not told to a stranger.
  expect(text).toContain("You were invited on ");
  expect(text).not.toContain("127.0.0.1");
  expect((await team().users()).stats).toEqual({ total: 2, admins: 1, active: 1, agents: 1 });
  expect(await log()).toMatchObject([
    { action: "team.invited", subject: `Ann Agent <${email}>`, actorName: owner.name },
  ]);
  const { items } = await owner.api.team.list();
  expect(items.map(({ id }) => id)).toEqual([owner.userId]);
});

test.each([
  [
    { email: " ", name: " " },
    { email: ["Email address is required"], name: ["Name cannot be empty"] },
  ],
  [{ email: "ann", name: "Ann" }, { email: ["Please enter a valid email address"] }],
  [{ email: "a@b.test\nBcc: c@d.test", name: "Ann" }, { email: ["Please enter a valid email address"] }],
  [{ email: "ann@b.test", name: "ann@b.test" }, { name: ["Name cannot contain @"] }],
  [{ email: "ann@b.test", name: "x".repeat(101) }, { name: ["Name is too long (maximum 100 characters)"] }],
  [{ email: "ann@b.test", name: "Ann", role: "owner" }, { role: ["Please choose a role"] }],
])("refuses the invitation of %j, naming its fields", async (input, fields) => {
  expect(await refusalOf(team().invite(input as { email: string; name: string }))).toMatchObject({
    code: "input_invalid",
    data: { fields },
  });
  expect((await team().users()).stats.total).toBe(1);
});

test("answers an invitation of an address with an account elsewhere like any other, and changes nothing there", async () => {
  const stranger = await newOwner(app);
  const before = await stranger.api.account.me();
  const user = await team().invite({ email: stranger.email, name: "Somebody Else", role: "admin" });
  const other = await team().invite(invited({ role: "admin" }));
  expect(Object.keys(user)).toEqual(Object.keys(other));
  const own = { id: "", email: "", name: "", invitedAt: "", invitableFrom: "" };
  expect({ ...user, ...own }).toEqual({ ...other, ...own });
  expect(await stranger.api.account.me()).toEqual(before);
  expect((await team(stranger).users()).items).toHaveLength(1);
  expect((await signIn(app, stranger)).tenantId).toBe(stranger.tenantId);
});

test("says that an address belongs to the own team", async () => {
  const agent = await addColleague(app, owner, "agent");
  for (const email of [agent.email, owner.email.toUpperCase()])
    expect(await refusalOf(team().invite(invited({ email })))).toMatchObject({
      code: "user_in_team",
      status: 409,
      message: "Somebody with this email address is in your team already",
    });
});

test("sends one mail for a repeated invitation, and refuses another name or role", async () => {
  const input = invited({ role: "supervisor" });
  const [first, second] = await Promise.all([team().invite(input), team().invite(input)]);
  expect(second).toEqual(first);
  await takeMail(app, input.email);
  expect(await refusalOf(team().invite({ ...input, name: "Another" }))).toMatchObject({ code: "user_invited" });
  expect((await log()).length).toBe(1);
  expect(await mailsTo(app, input.email)).toHaveLength(1);
});

test("sends an invitation again with a new link, after ten minutes and five times a day, and says when", async () => {
  const { email, id, invitedAt, invitableFrom } = await team().invite(invited());
  const apart = (from: string | null, until?: string) => (Date.parse(until ?? "") - Date.parse(from ?? "")) / 60_000;
  expect(apart(invitedAt, invitableFrom)).toBe(10);
  expect(await refusalOf(team().resendInvitation({ id }))).toMatchObject({
    code: "invitation_sent_lately",
    status: 429,
  });
  await longAgo();
  expect(await team().resendInvitation({ id })).toMatchObject({ id, email });
  for (let sent = 2; sent < 5; sent += 1) {
    await longAgo();
    await team().resendInvitation({ id });
  }
  const first = await find(id);
  // The first of five was 75 minutes ago once all are a quarter of an hour older.
  await longAgo();
  expect(apart(first?.invitedAt ?? null, (await find(id))?.invitableFrom)).toBeCloseTo(24 * 60 - 75, 0);
  expect(await refusalOf(team().resendInvitation({ id }))).toMatchObject({ code: "invitation_sent_lately" });
});

test("deletes a withdrawn invitation with its link, and still counts its mails", async () => {
  const input = invited();
  const { id } = await team().invite(input);
  await takeMail(app, input.email);
  expect(await team().delete({ id })).toEqual({ id });
  expect(await app.asOwner("select from account_links where subject_id = $1 and used_at is null", [id])).toEqual([]);
  expect((await log())[0]).toMatchObject({
    action: "team.invitation-withdrawn",
    subject: `Ann Agent <${input.email}>`,
  });
  expect(await refusalOf(team().invite(input))).toMatchObject({ code: "invitation_sent_lately" });
});

test("invites at most fifty strangers a day, even at once", async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => team().invite(invited())));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(50);
  expect(await refusalOf(team().invite(invited()))).toMatchObject({ code: "too_many_invitations", status: 429 });
});

test("does not send the invitation of a joined or deactivated person again", async () => {
  const agent = await addColleague(app, owner, "agent");
  expect(await refusalOf(team().resendInvitation({ id: agent.userId }))).toMatchObject({ code: "user_not_invited" });
  const { id } = await team().invite(invited());
  await team().deactivate({ id });
  expect(await refusalOf(team().resendInvitation({ id }))).toMatchObject({ code: "user_not_active" });
});

test("ends an invitation once the person can sign in", async () => {
  const { id, email } = await team().invite(invited());
  await app.asOwner(
    "insert into identities (client_id, id, email, email_verified, name) values ($1, $2, $3, true, 'Ann')",
    [owner.tenantId, id, email],
    owner.tenantId,
  );
  expect(await find(id)).toMatchObject({ invitedAt: null });
  expect((await owner.api.team.list()).items.map((user) => user.id)).toContain(id);
});

test("does not assign tickets to invited people or notify them", async () => {
  const { id } = await team().invite(invited());
  const ticket = await makeTicket(app, owner);
  expect(await refusalOf(owner.api.tickets.update({ id: ticket.id, assignedTo: id }))).toMatchObject({
    code: "colleague_not_found",
  });
  expect(await app.asOwner("select from notifications where user_id = $1", [id], owner.tenantId)).toEqual([]);
});
/** Makes the invitations so far a quarter of an hour older. */
async function longAgo(): Promise<void> {
  await app.asOwner("alter table audit_log disable row level security, disable trigger user");
  await app.asOwner("update audit_log set created_at = created_at - interval '15 minutes'");
  await app.asOwner("alter table audit_log enable row level security, enable trigger user");
}
