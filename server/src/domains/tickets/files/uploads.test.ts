import { randomBytes, randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { limits } from "@deskhand/contract/limits";
import type { Upload } from "@deskhand/contract/messages";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jsonOf } from "../../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { takeMail, until } from "../../../testing/take-mail.ts";
import { attachFile, makeTicket, reply, sendUpload, type TestTicket, upload } from "../../../testing/test-desk.ts";
import { addColleague, newAddress, newOwner, type Person } from "../../../testing/test-people.ts";
import { deleteUnsentFiles } from "../tickets.jobs.ts";
import { deleteFilesOfTicket } from "../work/delete-ticket.ts";

let app: Desk;
let agent: Person;
let colleague: Person;
beforeAll(async () => {
  app = await openDesk();
  const owner = await newOwner(app);
  [agent, colleague] = [await addColleague(app, owner, "agent"), await addColleague(app, owner, "agent")];
});
afterAll(() => app.stop());

const text = (words: string) => Buffer.from(words);
const megabytes = (count: number) =>
  Buffer.from(
    randomBytes(1)
      .toString("hex")
      .repeat((count * 1024 * 1024) / 2),
  );

async function stored(): Promise<{ uploads: number; files: number; chunks: number }> {
  const sql = `select (select count(*)::int from uploads) as uploads, (select count(*)::int from files) as files,
    (select count(*)::int from file_chunks) as chunks`;
  const [row] = await app.asOwner<{ uploads: number; files: number; chunks: number }>(sql, [], agent.tenantId);
  return row ?? { uploads: -1, files: -1, chunks: -1 };
}

/** Lists the scratch folder of this process. */
async function scratch(): Promise<string[]> {
  const found = await readdir(join(app.services.settings.dataDir, "tmp"), { recursive: true });
  return found.filter((name) => name.includes("/"));
}

async function refusal(response: Response) {
  const { code, data } = await jsonOf(response);
  return { status: response.status, code, data };
}

const pending = (who: Person, ticketId: string) => who.api.messages.listUploads({ ticketId });

describe("an upload", () => {
  let ticket: TestTicket;
  beforeAll(async () => {
    ticket = await makeTicket(app, agent);
  });

  test("waits for its reply with a safe name and the type of its content", async () => {
    const waiting = await upload(agent, ticket.id, {
      filename: '../..\\Rechnung "für"\r\nJürgen 发票.txt',
      bytes: text("<html>"),
      contentType: "text/html",
    });
    expect(waiting).toMatchObject({ filename: "Rechnung _für_Jürgen 发票.txt", fileSize: 6, mimeType: "text/plain" });
    expect(await pending(agent, ticket.id)).toEqual({ items: [waiting] });
    expect(await pending(colleague, ticket.id)).toEqual({ items: [] });
    expect(await scratch()).toEqual([]);
  });

  test("is stored once, however often its request is repeated, also concurrently", async () => {
    const before = await stored();
    const file = { filename: "once.txt", bytes: text("Once"), key: randomUUID() };
    const responses = await Promise.all([1, 2, 3].map(() => upload(agent, ticket.id, file)));
    responses.push(await upload(agent, ticket.id, file));
    expect(new Set(responses.map(({ id }) => id)).size).toBe(1);
    const after = await stored();
    expect(after).toEqual({ uploads: before.uploads + 1, files: before.files + 1, chunks: before.chunks + 1 });
  });

  test("gets a unique name beside another of the same name", async () => {
    const names = [];
    for (const bytes of [text("1"), text("2"), text("3")]) {
      names.push((await upload(agent, ticket.id, { filename: "image.txt", bytes })).filename);
    }
    expect(names).toEqual(["image.txt", "image (2).txt", "image (3).txt"]);
  });

  test("is deleted at once when its owner discards it, and only its owner can", async () => {
    const before = await stored();
    const { id } = await upload(agent, ticket.id, { filename: "no.txt", bytes: text("No") });
    const gone = { code: "upload_not_found", data: { uploadIds: [id] } };
    await expect(colleague.api.messages.discardUpload({ ticketId: ticket.id, id })).rejects.toMatchObject(gone);
    expect(await agent.api.messages.discardUpload({ ticketId: ticket.id, id })).toEqual({ id });
    expect(await stored()).toEqual(before);
    await expect(agent.api.messages.discardUpload({ ticketId: ticket.id, id })).rejects.toMatchObject(gone);
  });

  test.each([
    ["empty.txt", Buffer.alloc(0), 422, "upload_empty", {}],
    ["invoice.pdf", Buffer.concat([text("MZ"), Buffer.alloc(200)]), 422, "upload_is_program", {}],
    ["setup.exe", text("x"), 422, "upload_is_program", {}],
    ["photo.png", text("%PDF-1.7\n"), 422, "upload_misnamed", { actual: "pdf" }],
  ])("is refused by name if it is %s with other content", async (filename, bytes, status, code, more) => {
    const before = await stored();
    const response = await sendUpload(agent, ticket.id, { filename, bytes: Buffer.from(bytes) });
    expect(await refusal(response)).toEqual({ status, code, data: { filename, ...more } });
    expect([await stored(), await scratch()]).toEqual([before, []]);
  });

  test("requires a name and a valid key", async () => {
    const url = `/api/tickets/${ticket.id}/uploads`;
    const fields = async (query: string) => refusal(await agent.send(`${url}?${query}`, { method: "POST", body: "x" }));
    expect(await fields("")).toMatchObject({
      status: 422,
      data: { fields: { filename: ["The file's name is required"] } },
    });
    expect(await fields("filename=a&filename=b&key=1")).toMatchObject({
      data: { fields: { filename: expect.anything(), key: ["Must be a UUID"] } },
    });
  });

  test("is refused on an archived ticket and without a ticket", async () => {
    const archived = await makeTicket(app, agent, { status: "closed" });
    const file = { filename: "a.txt", bytes: text("a") };
    expect(await refusal(await sendUpload(agent, archived.id, file))).toMatchObject({ code: "ticket_archived" });
    expect(await refusal(await sendUpload(agent, randomUUID(), file))).toMatchObject({ code: "ticket_not_found" });
  });
});

describe("the limits of a message", () => {
  test("25 MB in total: one file, several together, and several at once", async () => {
    const ticket = await makeTicket(app, agent);
    const before = await stored();
    const tooLarge = { status: 413, code: "upload_too_large", data: { filename: "big.txt" } };
    const one = { filename: "big.txt", bytes: megabytes(26) };
    expect(await refusal(await sendUpload(agent, ticket.id, one))).toEqual(tooLarge);
    expect(await stored()).toEqual(before);

    const part = () => sendUpload(agent, ticket.id, { filename: "big.txt", bytes: megabytes(10) });
    const responses = await Promise.all([part(), part(), part(), part()]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 413, 413]);
    expect((await pending(agent, ticket.id)).items.map(({ fileSize }) => fileSize)).toEqual(
      [10, 10].map((n) => n * 1024 * 1024),
    );
    await upload(agent, ticket.id, { filename: "rest.txt", bytes: megabytes(5) });
    const last = await sendUpload(agent, ticket.id, { filename: "big.txt", bytes: text("x") });
    expect(await refusal(last)).toEqual(tooLarge);
    // A colleague's reply is another mail with its own limits.
    await upload(colleague, ticket.id, { filename: "mine.txt", bytes: text("x") });
    expect(await scratch()).toEqual([]);
  });

  test("20 files", async () => {
    const ticket = await makeTicket(app, agent);
    for (let at = 0; at < limits.filesPerMessage; at += 1) {
      await upload(agent, ticket.id, { filename: `${at}.txt`, bytes: text("x") });
    }
    const response = await sendUpload(agent, ticket.id, { filename: "one more.txt", bytes: text("x") });
    expect(await refusal(response)).toMatchObject({ status: 409, code: "upload_too_many" });
  });

  test("both are checked again when the reply is sent", async () => {
    const ticket = await makeTicket(app, agent);
    const waiting: Upload[] = [];
    for (const name of ["a", "b"]) waiting.push(await upload(agent, ticket.id, { filename: name, bytes: text("x") }));
    const ids = waiting.map(({ id }) => id);
    await app.asOwner("update uploads set file_size = $1 where id = any ($2)", [13 * 1024 * 1024, ids], agent.tenantId);
    await expect(reply(agent, ticket.id, { attachmentIds: ids })).rejects.toMatchObject({
      code: "reply_files_too_large",
    });
    expect((await pending(agent, ticket.id)).items).toHaveLength(2);
  });
});

test("an interrupted upload leaves nothing behind", async () => {
  const ticket = await makeTicket(app, agent);
  const before = await stored();
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  const head = [
    `POST /api/tickets/${ticket.id}/uploads?filename=half.txt HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Cookie: ${agent.cookieHeader()}`,
    "Content-Type: text/plain",
    "Content-Length: 1000000",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${"x".repeat(300_000)}`);
  await until(async () => (await scratch()).some((name) => name.endsWith("upload")));
  socket.destroy();
  await until(async () => (await scratch()).length === 0);
  expect(await stored()).toEqual(before);
  expect((await pending(agent, ticket.id)).items).toEqual([]);
});

describe("a reply with files", () => {
  test("sends them with its mail in order, and stores each file once", async () => {
    const email = newAddress("customer");
    const ticket = await makeTicket(app, agent, { from: email });
    const [first, second, left] = [
      await upload(agent, ticket.id, { filename: "first.txt", bytes: text("First") }),
      await upload(agent, ticket.id, { filename: "second.txt", bytes: text("Second") }),
      await upload(agent, ticket.id, { filename: "left.txt", bytes: text("Left") }),
    ];
    const before = await stored();
    const sent = await reply(agent, ticket.id, { attachmentIds: [first.id, second.id, first.id] });
    const detail = await agent.api.tickets.get({ id: ticket.id });
    expect(detail.attachmentCount).toBe(2);
    expect(detail.messages.at(-1)).toEqual({ ...sent, deliveryState: expect.any(String) });
    const about = { mimeType: "text/plain", uploadedBy: agent.userId, isInline: false };
    expect(sent.attachments).toMatchObject([
      { ...about, filename: "first.txt", fileSize: 5 },
      { ...about, filename: "second.txt", fileSize: 6 },
    ]);
    expect(await (await agent.send(sent.attachments[1]?.url ?? "")).text()).toBe("Second");
    expect(await stored()).toEqual({ ...before, uploads: before.uploads - 2 });
    expect((await pending(agent, ticket.id)).items).toEqual([left]);
    const mail = await takeMail(app, email);
    expect(mail.attachments).toEqual([
      { filename: "first.txt", contentType: "text/plain", size: 5 },
      { filename: "second.txt", contentType: "text/plain", size: 6 },
    ]);
    expect(await (await app.visit().send(`/dev/outbox/${mail.file}`)).text()).toContain("second.txt");
  });

  test("returns the earlier result for a repeated request", async () => {
    const ticket = await makeTicket(app, agent);
    const { id } = await upload(agent, ticket.id, { filename: "a.txt", bytes: text("a") });
    const makings = { attachmentIds: [id], idempotencyKey: randomUUID() };
    const first = await reply(agent, ticket.id, makings);
    expect(await reply(agent, ticket.id, makings)).toMatchObject({ id: first.id, attachments: first.attachments });
    expect(first.attachmentCount).toBe(1);
  });

  test("is not sent if a file is gone, or belongs to somebody else or another ticket", async () => {
    const [ticket, other] = [await makeTicket(app, agent), await makeTicket(app, agent)];
    const mine = await upload(agent, ticket.id, { filename: "mine.txt", bytes: text("a") });
    const theirs = await upload(colleague, ticket.id, { filename: "theirs.txt", bytes: text("b") });
    const elsewhere = await upload(agent, other.id, { filename: "elsewhere.txt", bytes: text("c") });
    const stranger = await newOwner(app);
    const foreignTicket = await makeTicket(app, stranger);
    const foreign = await upload(stranger, foreignTicket.id, { filename: "foreign.txt", bytes: text("d") });
    for (const { id } of [theirs, elsewhere, foreign, { id: randomUUID() }]) {
      const sending = reply(agent, ticket.id, { attachmentIds: [mine.id, id] });
      await expect(sending).rejects.toMatchObject({ code: "upload_not_found", data: { uploadIds: [id] } });
    }
    expect((await agent.api.tickets.get({ id: ticket.id })).messageCount).toBe(1);
    expect((await pending(agent, ticket.id)).items).toEqual([mine]);
    expect((await pending(stranger, foreignTicket.id)).items).toEqual([foreign]);
  });

  test("still needs text", async () => {
    const ticket = await makeTicket(app, agent);
    const { id } = await upload(agent, ticket.id, { filename: "a.txt", bytes: text("a") });
    const sending = reply(agent, ticket.id, { content: " \n", attachmentIds: [id] });
    await expect(sending).rejects.toMatchObject({ code: "input_invalid" });
  });
});

test("uploads not sent within a day are deleted with their files, and so are those without a ticket", async () => {
  const ticket = await makeTicket(app, agent);
  const before = await stored();
  const old = await upload(agent, ticket.id, { filename: "old.txt", bytes: text("old") });
  const lost = await upload(agent, ticket.id, { filename: "lost.txt", bytes: text("lost") });
  const young = await upload(agent, ticket.id, { filename: "young.txt", bytes: text("young") });
  const age = "update uploads set created_at = now() - interval '24 hours 1 minute' where id = $1";
  await app.asOwner(age, [old.id], agent.tenantId);
  await app.asOwner("update uploads set ticket_id = null where id = $1", [lost.id], agent.tenantId);
  await deleteUnsentFiles.work(app.services);
  expect((await pending(agent, ticket.id)).items).toEqual([young]);
  expect(await stored()).toEqual({ uploads: before.uploads + 1, files: before.files + 1, chunks: before.chunks + 1 });
});

test("deleting a ticket deletes its files, except those used elsewhere", async () => {
  const [ticket, other] = [await makeTicket(app, agent), await makeTicket(app, agent)];
  const before = await stored();
  await attachFile(app, agent, ticket, { filename: "got.txt", bytes: text("got") });
  const sent = await upload(agent, ticket.id, { filename: "sent.txt", bytes: text("sent") });
  await reply(agent, ticket.id, { attachmentIds: [sent.id] });
  await upload(agent, ticket.id, { filename: "waiting.txt", bytes: text("waiting") });
  const shared =
    "insert into ticket_attachments (client_id, id, ticket_id, message_id, file_id, filename, file_size, content_type)";
  const values = "select client_id, gen_random_uuid(), $1, $2, file_id, filename, file_size, content_type";
  const from = "from ticket_attachments where ticket_id = $3 and filename = 'got.txt'";
  await app.asOwner(`${shared} ${values} ${from}`, [other.id, other.firstMessageId, ticket.id], agent.tenantId);
  await app.services.db.withTenant(agent.tenantId, (tx) => deleteFilesOfTicket(tx, ticket.id));
  expect(await stored()).toEqual({ ...before, files: before.files + 1, chunks: before.chunks + 1 });
  const [message] = (await agent.api.tickets.get({ id: other.id })).messages;
  expect(await (await agent.send(message?.attachments[0]?.url ?? "")).text()).toBe("got");
});
