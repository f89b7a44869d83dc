import { afterAll, beforeAll, expect, test } from "vitest";
import { msFromNow } from "../../testing/from-now.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { asked, askForRatings, sendForm } from "../../testing/store/rating-desk.ts";
import { untilCounted } from "../../testing/store/until-folded.ts";
import { newOwner } from "../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

test("ratings add up in reports, each opens its tickets, and their average is the dashboard's", async () => {
  const owner = await newOwner(app);
  await askForRatings(owner);
  const paths: string[] = [];
  for (const score of ["5", "4", "3", null]) {
    const { path } = await asked(app, owner);
    paths.push(path);
    if (score !== null) await sendForm(app, path, { score });
  }
  expect((await owner.api.dashboard.metrics()).satisfaction).toBe(4);
  // A change of mind moves the rating, and adds none.
  await sendForm(app, paths[1] ?? "", { score: "1" });
  expect((await owner.api.dashboard.metrics()).satisfaction).toBe(3);

  await untilCounted(app, owner.tenantId);
  const day = (days: number) => new Date(msFromNow({ days })).toISOString().slice(0, 10);
  const figures = ["ratings", "ratedGood", "ratedOkay", "ratedBad"] as const;
  const report = await owner.api.reports.read({ from: day(-1), to: day(1), figures: [...figures] });
  expect(report.figures.map(({ whole }) => whole.count)).toEqual([3, 1, 1, 1]);
  const lists = await Promise.all(
    figures.map((figure) =>
      owner.api.tickets.list({ figure: `${figure}~${report.range.from}~${report.range.to}`, limit: 10 }),
    ),
  );
  expect(lists.map(({ items }) => items.length)).toEqual([3, 1, 1, 1]);

  const searched = async (search: string) => (await owner.api.tickets.list({ search, everywhere: true })).items.length;
  const typed = ["rating:good", "rating:3", "rating:bad", "rating:unans", "rating:not-asked", "rating:odd"];
  const found: number[] = [];
  for (const search of typed) found.push(await searched(search));
  expect(found).toEqual([1, 1, 1, 1, 0, 0]);
});
