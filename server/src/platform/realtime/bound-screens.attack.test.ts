import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { openScreen } from "../../testing/open-screen.ts";
import { newOwner } from "../../testing/test-people.ts";
import { screenBudgetFor } from "./live-sockets.ts";

const perSecond = 20;
const { open, pace } = screenBudgetFor(perSecond);

let app: Desk;
beforeAll(async () => {
  app = await openDesk({ requestsPerPerson: perSecond });
});
afterAll(() => app.stop());

test("limits one session's many connections, without affecting others", async () => {
  const [busy, other] = [await newOwner(app), await newOwner(app)];
  const attempts = Array.from({ length: 300 }, () => openScreen(app, busy).catch(() => null));
  const accepted = (await Promise.all(attempts)).filter((screen) => screen !== null);
  expect(accepted.length).toBeGreaterThanOrEqual(pace.person.burst);
  expect(accepted.length).toBeLessThanOrEqual(open);
  const screen = await openScreen(app, other);
  expect(screen.isConnected()).toBe(true);
  for (const each of [...accepted, screen]) each.close();
});
