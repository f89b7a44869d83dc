import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "./testing/open-desk.ts";
import { openProgram, type Program } from "./testing/programs/open-program.ts";
import { customerReplies, makeTicket } from "./testing/test-desk.ts";
import { newOwner, type Person } from "./testing/test-people.ts";

const run = promisify(execFile);
const page = await readFile(new URL("../../docs/api.md", import.meta.url), "utf8");
const examples = [...page.matchAll(/^```(sh|ts)\n([\s\S]*?)^```$/gm)].map(([, language = "", code = ""]) => ({
  language,
  code,
}));

let app: Desk;
let admin: Person;
let program: Program;
let ticketId: string;
let folder: string;
beforeAll(async () => {
  [app, folder] = [await openDesk(), await mkdtemp(join(tmpdir(), "api-page-"))];
  admin = await newOwner(app);
  const ticket = await makeTicket(app, admin, { subject: "Where is my parcel?" });
  await customerReplies(app, admin, ticket.id, "Hello?");
  for (const number of [1, 2]) await makeTicket(app, admin, { from: `customer${number}@customer.test` });
  ticketId = ticket.id;
  program = await openProgram(app, admin, { name: "Warehouse" });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await app.stop();
});

test("every example of docs/api.md runs as it stands, and does what the page says", async () => {
  expect(examples.length).toBeGreaterThan(7);
  const told: string[] = [];
  for (const [index, { language, code }] of examples.entries()) {
    const path = join(folder, `example-${index}.${language === "ts" ? "mts" : "sh"}`);
    await writeFile(path, language === "ts" ? code : `set -e\n${code}`);
    const env = { PATH: process.env.PATH, DESK: app.url, KEY: program.key, TICKET: ticketId };
    const { stdout } = await run(language === "ts" ? process.execPath : "bash", [path], { env });
    told.push(stdout);
  }
  expect(told.join("\n")).toContain("3 customers");
  expect(told.join("\n")).toContain(`wrote on ${ticketId}`);
  const ticket = await admin.api.tickets.get({ id: ticketId });
  expect(ticket).toMatchObject({ status: "closed", priority: "urgent", tags: ["vip"], noteCount: 1 });
  expect(ticket.messages.at(-1)).toMatchObject({ authorName: "Warehouse (API key)", isFromCustomer: false });
  expect((await admin.api.tickets.list({ search: "Return 4711" })).items).toHaveLength(1);
});
