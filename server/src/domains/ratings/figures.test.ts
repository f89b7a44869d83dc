import { afterAll, beforeAll, expect, test } from "vitest";
import { fromNow } from "../../testing/from-now.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { asked, askForRatings, sendForm } from "../../testing/store/rating-desk.ts";
import { newOwner } from "../../testing/test-people.ts";
import { selectRatingFigures } from "./index.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

test("what was asked and rated in a time adds up, each by its own time", async () => {
  const owner = await newOwner(app);
  await askForRatings(owner);
  const figuresOf = (from: string, until: string) =>
    app.services.db.withTenant(owner.tenantId, (tx) => selectRatingFigures(tx, { from, until }));
  const [yesterday, now, soon] = [fromNow({ days: -2 }), fromNow({ hours: -1 }), fromNow({ hours: 1 })];
  for (const score of ["5", "4", "1", null]) {
    const { path } = await asked(app, owner);
    if (score !== null) await sendForm(app, path, { score });
  }
  expect(await figuresOf(now, soon)).toEqual({ asked: 4, rated: 3, sum: 10, good: 2, bad: 1 });
  await app.asOwner("update ticket_ratings set asked_at = asked_at - interval '1 day'", [], owner.tenantId);
  expect(await figuresOf(now, soon)).toEqual({ asked: 0, rated: 3, sum: 10, good: 2, bad: 1 });
  expect(await figuresOf(yesterday, now)).toEqual({ asked: 4, rated: 0, sum: 0, good: 0, bad: 0 });
});
