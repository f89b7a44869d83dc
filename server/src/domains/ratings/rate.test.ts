import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { asked, askForRatings, ratingPathsIn, sendForm } from "../../testing/store/rating-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { redactCustomer } from "../customers/index.ts";
import { ratingLink } from "./rating-link.ts";

let app: Desk;
let admin: Person;
beforeAll(async () => {
  app = await openDesk();
  admin = await newOwner(app);
  await askForRatings(admin, { reviewLinks: [{ name: "Lamp Reviews", url: "https://reviews.example/lamps" }] });
});
afterAll(() => app.stop());

async function open(path: string, headers: Record<string, string> = {}, method = "GET") {
  const response = await app.visit().send(path, { headers, method });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const ratingOf = async (id: string) => (await admin.api.tickets.get({ id })).rating;
const ratedSteps = async (id: string) =>
  (await admin.api.tickets.activity({ id })).items.filter(({ kind }) => kind === "rated");

/** Lets days pass for a ticket's rating. */
const passDays = (id: string, days: number) =>
  app.asOwner(
    `update ticket_ratings set asked_at = asked_at - make_interval(days => $2), rated_at = rated_at - make_interval(days => $2)
     where ticket_id = $1`,
    [id, days],
    admin.tenantId,
  );

test("a customer chooses a face in the mail, writes a comment and sends it, and the ticket shows both", async () => {
  const { id, request, path } = await asked(app, admin);
  const [best = ""] = ratingPathsIn(request.text);
  expect(best).toBe(`${path}/5`);
  const page = await open(best);
  expect(page.status).toBe(200);
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect(page.headers.get("referrer-policy")).toBe("same-origin");
  expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
  expect(page.text).not.toContain("<script");
  expect(page.text).toMatch(/value="5" required checked/);
  expect(await ratingOf(id)).toMatchObject({ score: null, ratedAt: null });
  const sent = await sendForm(app, path, { score: "5", comment: " Quick <b>and</b> kind\r\n\r\n\r\nThanks " });
  expect(sent).toMatchObject({ status: 303, location: path });
  expect(await ratingOf(id)).toMatchObject({
    score: 5,
    comment: "Quick <b>and</b> kind\n\nThanks",
    ratedAt: expect.any(String),
    changedAt: null,
  });
  expect(await ratedSteps(id)).toMatchObject([{ from: null, to: "5", actorId: null }]);
  const thanks = await open(path);
  expect(thanks.text).toContain("Thank you for your rating!");
  expect(thanks.text).toContain("Quick &lt;b&gt;and&lt;/b&gt; kind");
  expect(thanks.text).toContain('href="https://reviews.example/lamps"');
});

test("what opens and follows everything in the mail and on the page rates nothing, not even with an empty form", async () => {
  const { id, request, path } = await asked(app, admin);
  const seen = new Set<string>();
  const waiting = ratingPathsIn(request.html + request.text);
  expect(waiting).toHaveLength(5);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    for (const headers of [{}, { purpose: "prefetch", "sec-purpose": "prefetch" }]) {
      const { text } = await open(next, headers as Record<string, string>);
      waiting.push(...ratingPathsIn(text));
    }
    expect((await open(next, {}, "HEAD")).status).toBe(200);
  }
  expect(seen.size).toBe(6);
  const empty = await sendForm(app, path, { comment: "" });
  expect(empty.status).toBe(422);
  expect(empty.text).toContain("Please choose one of the five faces.");
  // What fills in every field fills in one that nobody sees.
  expect((await sendForm(app, path, { score: "1", comment: "x", website: "https://x.example" })).status).toBe(303);
  expect(await ratingOf(id)).toMatchObject({ score: null });
  expect(await ratedSteps(id)).toEqual([]);
});

test("the same rating sent twice is one, and another one within a week changes it", async () => {
  const { id, path } = await asked(app, admin);
  const both = await Promise.all([1, 2].map(() => sendForm(app, path, { score: "4", comment: "Good" })));
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  expect(await ratedSteps(id)).toHaveLength(1);
  await passDays(id, 6);
  expect((await open(`${path}/2`)).text).toMatch(/value="2" required checked/);
  await sendForm(app, path, { score: "2", comment: "It broke" });
  expect(await ratingOf(id)).toMatchObject({ score: 2, comment: "It broke", changedAt: expect.any(String) });
  expect(await ratedSteps(id)).toMatchObject([{ to: "4" }, { from: "4", to: "2" }]);
  await passDays(id, 1);
  expect((await sendForm(app, path, { score: "5" })).status).toBe(404);
  expect(await ratingOf(id)).toMatchObject({ score: 2 });
});

test("a request that is over, erased or was never made looks the same, in the browser's language", async () => {
  const [over, erased] = [await asked(app, admin), await asked(app, admin)];
  await passDays(over.id, 30);
  const { customer } = await admin.api.tickets.get({ id: erased.id });
  await app.services.db.withTenant(admin.tenantId, (tx) => redactCustomer(tx, customer?.id ?? ""));
  const never = ratingLink(app.services.settings, { tenantId: admin.tenantId, ratingId: newId() });
  const forged = `${over.path.slice(0, -1)}${over.path.endsWith("a") ? "b" : "a"}`;
  const paths = [over.path, erased.path, new URL(never).pathname, forged, "/rate/nothing"];
  const pages = await Promise.all(paths.map((path) => open(path, { "accept-language": "de-DE" })));
  expect(pages.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect(new Set(pages.map(({ text }) => text)).size).toBe(1);
  expect(pages[0]?.text).toContain("Dieser Link gilt nicht mehr");
  for (const path of paths) expect((await sendForm(app, path, { score: "5" })).status).toBe(404);
});

test("a low rating is told to whoever had the ticket and to supervisors once, unless they do not want it", async () => {
  const [agent, other, lead] = await Promise.all([
    addColleague(app, admin, "agent"),
    addColleague(app, admin, "agent"),
    addColleague(app, admin, "supervisor"),
  ]);
  const { wanted, ...others } = await admin.api.notifications.preferences();
  await admin.api.notifications.setPreferences({ ...others, wanted: wanted.filter((type) => type !== "low_rating") });
  const { id, path } = await asked(app, agent, { subject: "My lamp" });
  await sendForm(app, path, { score: "1", comment: "" });
  await sendForm(app, path, { score: "2", comment: "Still bad" });
  const { ticketNumber } = await admin.api.tickets.get({ id });
  const toldTo = async ({ api }: Person) =>
    (await api.notifications.list({ limit: 20 })).items.filter(
      ({ type, ticketId }) => type === "low_rating" && ticketId === id,
    );
  const message = `Ticket: ${String(ticketNumber).padStart(4, "0")} was rated “Very bad”: My lamp`;
  expect(await toldTo(agent)).toMatchObject([{ title: "Low Rating", message, ticketId: id }]);
  expect(await toldTo(lead)).toMatchObject([{ message }]);
  expect(await toldTo(other)).toEqual([]);
  expect(await toldTo(admin)).toEqual([]);
});

test("a colleague who opens the link cannot rate for the customer", async () => {
  const { id, path } = await asked(app, admin);
  const refused = await sendForm(app, path, { score: "5" }, admin);
  expect(refused.status).toBe(403);
  expect(refused.text).toContain("only the customer can rate");
  expect(await ratingOf(id)).toMatchObject({ score: null });
});

test("a page of another site cannot send the form", async () => {
  const { path } = await asked(app, admin);
  const response = await app.visit().send(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://elsewhere.example" },
    body: "score=1",
  });
  expect(response.status).toBe(403);
});

test("a comment is cut at its limit, without what no text has", async () => {
  const { id, path } = await asked(app, admin);
  await sendForm(app, path, { score: "3", comment: `\u0000\u202e${"x".repeat(5_000)}` });
  const rating = await ratingOf(id);
  expect(rating?.comment).toBe("x".repeat(2_000));
});

test("one network cannot ask without end", async () => {
  const unknown = "/rate/nothing";
  let last = await open(unknown);
  for (let asks = 0; asks < 200 && last.status !== 429; asks += 1) last = await open(unknown);
  expect(last.status).toBe(429);
  expect(last.headers.get("retry-after")).toMatch(/^[12]$/);
});
