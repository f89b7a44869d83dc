import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { untilFolded } from "../../../testing/store/until-folded.ts";
import { customerReplies, makeTicket } from "../../../testing/test-desk.ts";
import { newOwner } from "../../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

/** Letters of a script without spaces, in which each pair of letters is a word. No pair occurs twice, so all words differ. */
const manyWords = (message: number) =>
  String.fromCharCode(
    ...Array.from({ length: 4_000 }, (_, at) => 0x4e00 + ((at * at * (message + 7) + at * 31) % 20_000)),
  );

test("a conversation with more different words than a document holds is still found, and so are all others", async () => {
  const owner = await newOwner(app);
  const endless = await makeTicket(app, owner, { subject: "Endless" });
  for (let message = 0; message < 40; message += 1) {
    await customerReplies(app, owner, endless.id, manyWords(message));
  }
  await makeTicket(app, owner, { subject: "A cracked lamp" });
  await untilFolded(app, owner.tenantId);
  const found = async (q: string) => (await owner.api.search.find({ q })).tickets.items.map(({ subject }) => subject);
  expect(await found("lamps")).toEqual(["A cracked lamp"]);
  expect(await found("endless")).toEqual(["Endless"]);
});
