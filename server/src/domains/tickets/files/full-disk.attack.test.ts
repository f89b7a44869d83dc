import { afterAll, beforeAll, expect, test } from "vitest";
import { type DiskStandIn, type Fullness, putDiskBefore } from "../../../../../stand-ins/full-disk.ts";
import { jsonOf } from "../../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { makeTicket } from "../../../testing/test-desk.ts";
import { newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
let disk: DiskStandIn;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  disk = putDiskBefore();
});
afterAll(async () => {
  disk.remove();
  await app.stop();
});

const places: Fullness[] = ["at the folder", "at the file", 100_000, "at the end"];

test.each(places)(
  "an upload to a full disk (%s) is refused with the reason, and everything else goes on",
  async (full) => {
    const { id } = await makeTicket(app, owner);
    const upload = () =>
      owner.send(`/api/tickets/${id}/uploads?filename=note.txt`, { method: "POST", body: "x".repeat(3_000_000) });
    disk.full = full;
    const refused = await upload();
    disk.full = null;
    expect([refused.status, (await jsonOf(refused)).code]).toEqual([503, "no_room"]);
    app.takeErrors();
    expect((await upload()).status).toBe(200);
  },
);
