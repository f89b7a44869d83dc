import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailAtDesk, mailAtDesk, mailOf } from "../../../testing/mail-at-desk.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";

let desk: Desk;
let at: MailAtDesk;

beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  at = mailAtDesk(desk, await desk.makeTenant());
});
afterAll(() => desk.stop());

test("a mail of which nothing can be read shows its raw text, and one that is only a subject shows none", async () => {
  const contentOf = async (raw: Buffer | string) => {
    const entry = await at.sendRaw(raw);
    expect(entry.state).toBe("ticket_created");
    return (await at.messagesOf(entry.ticket_id))[0]?.content;
  };
  expect(await contentOf("just a body without any header\r\nsecond line")).toBe(
    "just a body without any header\nsecond line",
  );
  expect(await contentOf(Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x00]))).toBe("café");
  const preamble = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${"é".repeat(30_000)}`;
  expect(await contentOf(`${preamble}\r\n--b\r\n\r\n--b--`)).toHaveLength(20_000);
  expect(await contentOf(mailOf({ subject: "Please call me", text: "" }))).toBe("");
  const broken = mailOf({
    headers: ["MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="b"'],
    text: "--c\r\nlost",
  });
  expect(await contentOf(broken)).toContain("lost");
});

test("a message without a byte is a ticket too", async () => {
  expect((await at.sendRaw("")).state).toBe("ticket_created");
});
