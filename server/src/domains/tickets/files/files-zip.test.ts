import { limits } from "@deskhand/contract/limits";
import { filesZipUrl } from "@deskhand/contract/pages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { readZip } from "../../../testing/store/read-zip.ts";
import { attachFile, customerReplies, makeTicket } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { chooseForZip, type FileToZip } from "./attachments.routes.ts";

let app: Desk;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
});
afterAll(() => app.stop());

async function zipAt(path: string) {
  const response = await agent.send(path);
  expect(response.status).toBe(200);
  const files = await readZip(Buffer.from(await response.arrayBuffer()));
  return { response, files, names: [...files.keys()] };
}

test("all files of a message or of a ticket are one archive, under names of their own, and what may do harm is named instead", async () => {
  const ticket = await makeTicket(app, owner);
  const large = Buffer.alloc(300_000, "x");
  await attachFile(app, owner, ticket, { filename: "photo.jpg", bytes: large });
  await attachFile(app, owner, ticket, { filename: "Photo.jpg", bytes: Buffer.from("other") });
  const { id: infected } = await attachFile(app, owner, ticket, { filename: "bad.doc", bytes: Buffer.from("bad") });
  await app.asOwner(
    "update ticket_attachments set scan = 'infected', virus = 'Eicar' where id = $1",
    [infected],
    owner.tenantId,
  );
  const { id: laterId } = await customerReplies(app, owner, ticket.id, "And another one.");
  await attachFile(
    app,
    owner,
    { ...ticket, firstMessageId: laterId },
    { filename: "c.pdf", bytes: Buffer.from("pdf") },
  );

  const of = await zipAt(filesZipUrl("message", ticket.firstMessageId));
  expect(of.names).toEqual(["photo.jpg", "Photo (2).jpg", "Left out.txt"]);
  expect(of.files.get("photo.jpg")?.equals(large)).toBe(true);
  expect(String(of.files.get("Left out.txt"))).toContain("bad.doc: holds a virus (Eicar)");
  const { headers } = of.response;
  expect(headers.get("content-type")).toBe("application/zip");
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename\*=UTF-8''Ticket%20\d{4}%20files\.zip$/);
  expect(headers.get("cache-control")).toMatch(/no-store|private/);

  expect((await zipAt(filesZipUrl("ticket", ticket.id))).names).toEqual([
    "photo.jpg",
    "Photo (2).jpg",
    "c.pdf",
    "Left out.txt",
  ]);
});

test("where there are no files, none of one's own store, or no such ticket, there is nothing", async () => {
  const bare = await makeTicket(app, owner);
  const theirs = await makeTicket(app, owner);
  await attachFile(app, owner, theirs, { filename: "a.pdf", bytes: Buffer.from("a") });
  const stranger = await newOwner(app);
  for (const [person, path] of [
    [agent, filesZipUrl("ticket", bare.id)],
    [agent, filesZipUrl("message", "not-an-id")],
    [stranger, filesZipUrl("ticket", theirs.id)],
    [stranger, filesZipUrl("message", theirs.firstMessageId)],
  ] as const) {
    expect((await person.send(path)).status, path).toBe(404);
  }
});

test("what is asked about before it is downloaded is left out, and so is what is too much", () => {
  const file: FileToZip = {
    fileId: "1",
    filename: "a.txt",
    size: 1,
    createdAt: "2026-03-02T10:00:00.000Z",
    isProgram: false,
    scan: null,
    virus: null,
  };
  const { files, leftOut } = chooseForZip([
    { ...file, filename: "run.exe", isProgram: true },
    { ...file, filename: "new.doc", scan: "waiting" },
    { ...file, filename: "huge.iso", size: limits.zipBytes + 1 },
    file,
    { ...file, filename: "Left out.txt" },
    { ...file, filename: "../../../tmp/b.txt" },
  ]);
  expect(files.map(({ name }) => name)).toEqual(["a.txt", "Left out (2).txt", "b.txt"]);
  expect(leftOut.split("\r\n").slice(2, -1)).toEqual([
    "run.exe: is a program, or holds one",
    "new.doc: not scanned for viruses yet",
    "huge.iso: too much for one download",
  ]);
  const many = Array.from({ length: limits.filesInZip + 1 }, () => file);
  expect(chooseForZip(many).files).toHaveLength(limits.filesInZip);
  expect(chooseForZip([file]).leftOut).toBe("");
});
