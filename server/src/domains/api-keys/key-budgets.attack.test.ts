import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { openProgram } from "../../testing/programs/open-program.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";

const second = 1_000;
const burst = 20;

let app: Desk;
let admin: Person;
beforeAll(async () => {
  app = await openDesk({ requestsPerPerson: burst / 10 });
  admin = await newOwner(app);
});
afterAll(async () => {
  vi.useRealTimers();
  await app.stop();
});

test("a key has a budget of its own, says where it stands, and takes nothing from people or other keys", async () => {
  const [program, other] = [await openProgram(app, admin), await openProgram(app, admin)];
  vi.useFakeTimers({ toFake: ["performance"] });
  const first = await program.get("/teams");
  const standing = (name: string) => Number(first.headers.get(`ratelimit-${name}`));
  expect([first.status, standing("limit"), standing("remaining"), standing("reset")]).toEqual([
    200,
    burst,
    burst - 1,
    1,
  ]);
  // So many more wait for a moment, which does not pass here, and the rest is refused.
  const answers = await Promise.all(Array.from({ length: 2 * burst }, () => program.get("/teams")));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers, json } of refused) {
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect([json.code, headers.get("ratelimit-remaining")]).toEqual(["too_many_requests", "0"]);
  }
  expect((await other.get("/teams")).status).toBe(200);
  expect((await admin.send("/api/teams")).status).toBe(200);
  vi.advanceTimersByTime(20 * second);
  expect((await program.get("/teams")).status).toBe(200);
});
