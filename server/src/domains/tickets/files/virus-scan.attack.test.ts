import { randomUUID } from "node:crypto";
import { resourceUploadUrl } from "@deskhand/contract/pages";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ClamdStandIn, eicar, startClamd } from "../../../../../stand-ins/clamd.ts";
import { onePixelPng } from "../../../testing/one-pixel-png.ts";
import { jsonOf } from "../../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { makeTicket, sendUpload } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { scanOverdue } from "./scan-files.ts";

let clamd: ClamdStandIn;
let app: Desk;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  clamd = await startClamd({ mostBytes: 1_500_000 });
  app = await openDesk({ virusScanner: clamd.place });
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
});
beforeEach(() => {
  clamd.manner = "careful";
});
afterAll(async () => {
  await app.stop();
  await clamd.close();
});

const infectedPng = Buffer.concat([onePixelPng, Buffer.from(eicar)]);

/** Sends files as a customer; returns the ticket's id. */
async function sends(files: Record<string, Buffer>, contentId = ""): Promise<string> {
  const parts = Object.entries(files).map(
    ([name, bytes]) =>
      `--b\r\nContent-Type: image/png; name="${name}"\r\n${contentId}Content-Transfer-Encoding: base64\r\n\r\n${bytes.toString("base64")}\r\n`,
  );
  const raw = `From: ann@customer.example\r\nSubject: Files ${randomUUID()}\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Please look</p><img src="cid:a">\r\n${parts.join("")}--b--\r\n`;
  const entries = await app.takeIn({ envelopeFrom: "ann@customer.example", recipients: [owner.supportEmail], raw });
  const sql = "select ticket_id from mail_log where id = $1";
  const [entry] = await app.asOwner<{ ticket_id: string }>(sql, [entries.get(owner.tenantId)], owner.tenantId);
  return entry?.ticket_id ?? "";
}

async function filesOf(id: string) {
  const { messages } = await agent.api.tickets.get({ id });
  return messages.flatMap(({ attachments }) => attachments);
}
const scanned = (id: string) =>
  until(async () => {
    const files = await filesOf(id);
    return files.every(({ scan }) => scan !== "waiting") && files;
  });
const codeOf = async (response: Response) => [response.status, (await jsonOf(response)).code];

test("a virus that came by mail is named and cannot be downloaded in any way", async () => {
  const files = await scanned(await sends({ "a.png": infectedPng, "b.png": onePixelPng }, "Content-ID: <a>\r\n"));
  expect(files).toMatchObject([
    { filename: "a.png", scan: "infected", virus: "Eicar-Signature" },
    { filename: "b.png", scan: "clean", virus: null },
  ]);
  const [infected, clean] = files;
  const [message] = await app.asOwner<{ id: string }>(
    "select message_id as id from ticket_attachments where id = $1",
    [infected?.id],
    owner.tenantId,
  );
  for (const person of [agent, owner])
    for (const path of [infected?.url ?? "", `${infected?.url}/preview`])
      expect(await codeOf(await person.send(path))).toEqual([403, "attachment_infected"]);
  const inline = `/api/messages/${message?.id}/images`;
  expect(await codeOf(await agent.send(`${inline}/${infected?.id}`))).toEqual([404, "attachment_not_found"]);
  expect((await agent.send(`${inline}/${clean?.id}`)).status).toBe(200);
  expect(await (await agent.send(`/api/messages/${message?.id}/frame`)).text()).not.toContain(infected?.id);
  expect((await agent.send(clean?.url ?? "")).status).toBe(200);
});

test("a mail that arrives without a reachable scanner says so, and is scanned once it is back", async () => {
  clamd.manner = "gone";
  const id = await sends({ "a.png": infectedPng, "b.png": onePixelPng });
  expect(await filesOf(id)).toMatchObject([{ scan: "waiting" }, { scan: "waiting" }]);
  await until(async () => {
    const open = "select from pgboss.job where name = 'messages.scan-files' and state <> 'completed'";
    return (await app.db.pool.query(open)).rowCount === 0;
  });
  expect(await filesOf(id)).toMatchObject([{ scan: "waiting" }, { scan: "waiting" }]);
  clamd.manner = "careful";
  await scanOverdue.work(app.services);
  expect(await filesOf(id)).toMatchObject([{ scan: "waiting" }, { scan: "waiting" }]);
  await app.asOwner("update ticket_attachments set created_at = now() - interval '3 minutes'", [], owner.tenantId);
  await scanOverdue.work(app.services);
  const found = (await scanned(id)).map(({ filename, scan }) => `${filename}: ${scan}`);
  expect(found.sort()).toEqual(["a.png: infected", "b.png: clean"]);
});

test("a file that the scanner cannot read does not stop others, and never counts as clean", async () => {
  clamd.manner = "puzzling";
  const id = await sends({ "a.png": onePixelPng });
  const open = "select from pgboss.job where name = 'messages.scan-files' and state <> 'completed'";
  await until(async () => (await app.db.pool.query(open)).rowCount === 0);
  expect(await filesOf(id)).toMatchObject([{ scan: "waiting" }]);
  clamd.manner = "careful";
  const large = Buffer.concat([onePixelPng, Buffer.alloc(3_000_000)]);
  expect(await scanned(await sends({ "c.png": large, "d.png": infectedPng }))).toMatchObject([
    { filename: "c.png", scan: "too_large" },
    { filename: "d.png", scan: "infected" },
  ]);
});

test("an agent's upload is refused if it has a virus, or if no scanner answers", async () => {
  const ticket = await makeTicket(app, owner);
  const count = async () => (await app.asOwner("select from files", [], owner.tenantId)).length;
  const before = await count();
  const text = (words: string) => new Uint8Array(Buffer.from(words));
  const uploads = [
    (bytes: Uint8Array<ArrayBuffer>) => sendUpload(agent, ticket.id, { filename: "a.txt", bytes }),
    (bytes: Uint8Array<ArrayBuffer>) =>
      owner.send(resourceUploadUrl({ filename: "a.txt", key: randomUUID() }), { method: "POST", body: bytes }),
  ];
  for (const send of uploads) {
    const refused = await send(text(`Hello ${eicar}`));
    expect([refused.status, await jsonOf(refused)]).toMatchObject([
      422,
      { code: "file_infected", data: { filename: "a.txt", virus: "Eicar-Signature" } },
    ]);
    expect(await codeOf(await send(text("a".repeat(3_000_000))))).toEqual([413, "file_too_large_to_scan"]);
    clamd.manner = "gone";
    expect(await codeOf(await send(text("Hello")))).toEqual([503, "file_not_scanned"]);
    clamd.manner = "careful";
    expect(await count()).toBe(before);
  }
  for (const send of uploads) expect((await send(text("Hello"))).status).toBe(200);
});

test("after the scanner is removed no file waits for one, not even those that did", async () => {
  await app.asOwner("update ticket_attachments set scan = 'waiting', virus = null", [], owner.tenantId);
  await scanOverdue.work({ ...app.services, settings: { ...app.services.settings, virusScanner: null } });
  const left = await app.asOwner("select scan from ticket_attachments where scan is not null", [], owner.tenantId);
  expect(left).toEqual([]);
});
