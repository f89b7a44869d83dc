import { afterAll, beforeAll, expect, test } from "vitest";
import { mailAtDesk } from "../../../testing/mail-at-desk.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ roles: [] });
});
afterAll(() => desk.stop());

const program = Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)]);
const files: [string, Buffer][] = [
  ["setup.exe", Buffer.from("Not one of those")],
  ["photo.jpg", program],
  ["invoice.pdf", Buffer.from("%PDF-1.7")],
];

test("what would run is marked as it comes in, by its name or by what it is, and everything is kept", async () => {
  const store = await desk.makeTenant();
  const head = 'From: ann@customer.example\r\nSubject: Files\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n';
  const parts = files.map(
    ([name, bytes]) =>
      `--b\r\nContent-Type: application/octet-stream; name="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString("base64")}\r\n`,
  );
  const entry = await mailAtDesk(desk, store).sendRaw(`${head}--b\r\n\r\nPlease look\r\n${parts.join("")}--b--\r\n`);
  expect(entry.state).toBe("ticket_created");
  const kept = await desk.db.withTenant(store.id, (tx) =>
    tx.selectFrom("ticket_attachments").select(["filename", "file_size", "is_program"]).orderBy("id").execute(),
  );
  expect(kept).toEqual([
    { filename: "setup.exe", file_size: 16, is_program: true },
    { filename: "photo.jpg", file_size: 202, is_program: true },
    { filename: "invoice.pdf", file_size: 8, is_program: false },
  ]);
});
