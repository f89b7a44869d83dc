import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { customerReplies, makeTicket } from "../../../testing/test-desk.ts";
import { newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

const hostile = `<p>Hi</p><script>alert(1)</script>${'<p style="color:red"><b>a&amp;</b>'.repeat(15_000)}`;

function storedHtml(id: string) {
  return app.services.db.withTenant(owner.tenantId, (tx) =>
    tx.selectFrom("ticket_messages").select(["html", "safe_html"]).where("id", "=", id).executeTakeFirstOrThrow(),
  );
}

async function oldMessage(): Promise<string> {
  const ticket = await makeTicket(app, owner);
  const { id } = await customerReplies(app, owner, ticket.id, "Hi", { html: hostile });
  return id;
}

test("an old message is sanitised once, when it is first opened, also by concurrent requests", async () => {
  const id = await oldMessage();
  expect((await storedHtml(id)).safe_html).toBeNull();
  const asked = await Promise.all(Array.from({ length: 6 }, () => owner.send(`/api/messages/${id}/frame`)));
  for (const response of asked) {
    const shown = await response.text();
    expect(shown).toContain("<p>Hi</p>");
    expect(shown).not.toContain("alert");
  }
  const { safe_html: kept } = await storedHtml(id);
  expect(kept).toContain("<p>Hi</p>");
  expect(kept).not.toContain("alert");
});

test("the main thread stays free while hostile mails are sanitised", async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, oldMessage));
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  turn();
  const answers = await Promise.all(ids.map((id) => owner.send(`/api/messages/${id}/frame`)));
  isOver = true;
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
  // On the main thread there would be only some dozen turns per mail.
  expect(turns).toBeGreaterThan(1_000);
});
