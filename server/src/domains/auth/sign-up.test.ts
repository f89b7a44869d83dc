import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../../platform/testing/start-test-app.ts";
import { addColleague, signUp } from "../../platform/testing/test-people.ts";

let app: TestApp;
beforeAll(async () => {
  console.time("start");
  app = await startTestApp();
  console.timeEnd("start");
});
afterAll(async () => { console.time("stop"); await app.stop(); console.timeEnd("stop"); });

test("signs up", async () => {
  console.time("signup");
  const owner = await signUp(app);
  console.timeEnd("signup");
  console.time("colleague");
  const agent = await addColleague(app, owner, "agent");
  console.timeEnd("colleague");
  expect((await agent.api.account.me()).client.id).toBe(owner.tenantId);
});
