import { afterEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { addColleague, newOwner } from "../../testing/test-people.ts";

let app: Desk;
afterEach(() => app.stop());

test("tells everybody whom to write to, and where to read on", async () => {
  app = await openDesk({ operatorEmail: "ops@host.test", docsUrl: "https://docs.host.test/deskhand" });
  const agent = await addColleague(app, await newOwner(app), "agent");
  expect(await agent.api.help.contacts()).toEqual({
    operatorEmail: "ops@host.test",
    docsUrl: "https://docs.host.test/deskhand",
  });
});

test("names no address where none is set, and links the installation's own documentation", async () => {
  app = await openDesk();
  const owner = await newOwner(app);
  expect(await owner.api.help.contacts()).toEqual({ operatorEmail: null, docsUrl: "http://desk.test/docs" });
});
