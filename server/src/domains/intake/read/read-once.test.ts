import { Parser } from "htmlparser2";
import { afterEach, expect, test, vi } from "vitest";
import { plainMail } from "../../../../../stand-ins/signed-mail.ts";
import { SenderChecks } from "../authenticate/sender-checks.ts";
import { readMail } from "./read-mail.ts";

// Several functions used to do each of these again, which is costly, as a stranger decides how much of it a mail has.

afterEach(() => vi.restoreAllMocks());

const mark = "x-only-once";
const html = `<div>Where is it?<br></div><div class="gmail_quote"><div class="gmail_attr">On Mon Ann wrote:</div>
  <blockquote><p style="color:red">It is on its way &amp; <b>soon</b> there.</p></blockquote></div>`;
const text = "Where is it?\r\n\r\nOn Mon Ann wrote:\r\n> It is on its way & soon there.\r\n";

function mailOf(...parts: [type: string, body: string][]): Buffer {
  const head = `${plainMail("ann@customer.example").split("\r\n\r\n")[0]}\r\n${mark}: yes\r\nMIME-Version: 1.0`;
  const bodies = parts.map(([type, body]) => `--b\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}\r\n`);
  return Buffer.from(`${head}\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n${bodies.join("")}--b--\r\n`);
}

const read = (raw: Buffer) =>
  readMail({ raw, attachmentFolder: null, envelopeFrom: "ann@customer.example", publicUrl: "https://desk.example" });

/** Counts how often bytes that contain the header's mark were decoded. */
function countSplits() {
  const made = vi.spyOn(Buffer.prototype, "toString");
  return () => made.mock.results.filter(({ value }) => String(value).toLowerCase().includes(mark)).length;
}

test.each([
  [
    "beside a text",
    [
      ["text/plain", text],
      ["text/html", html],
    ],
  ],
  [
    "beside a text that says something else",
    [
      ["text/plain", "Please look at the page."],
      ["text/html", html],
    ],
  ],
  ["alone", [["text/html", html]]],
  ["that is a letter without a line of markup", [["text/html", "Where is it?"]]],
] as const)("parses a mail's HTML once: %s", async (_, parts) => {
  const raw = mailOf(...parts.map(([type, body]): [string, string] => [type, body]));
  const written = vi.spyOn(Parser.prototype, "write");
  const mail = await read(raw);
  expect(written).toHaveBeenCalledTimes(1);
  expect(mail.safeHtml).toContain("Where is it?");
  expect(mail.newText.trim()).not.toBe("");
});

test("parses HTML again if it is too deep or differs from what is shown", async () => {
  const deep = await read(mailOf(["text/html", `${"<div>".repeat(600)}Hello</div>`]));
  expect([deep.newText, deep.safeHtml?.includes("Hello")]).toEqual(["Hello", true]);
  const sum = await read(mailOf(["text/html", "<p>It is</p><math><mi>a + b</mi></math>"]));
  expect([sum.newText.replace(/\s+/g, " "), sum.safeHtml]).toEqual(["It is a + b", "<p>It is</p>"]);
});

test("splits a mail's header once, also for judging its sender", async () => {
  const raw = mailOf(["text/plain", text]);
  const splits = countSplits();
  const { head, parsed } = await read(raw);
  expect(splits()).toBe(1);
  expect(head.isPlain).toBe(true);
  expect(head.fields).toContainEqual({ name: mark, value: "yes" });
  const checks = new SenderChecks({ nameServers: "off", trustedRelays: [], trustedSealers: [] });
  const door = { remoteHost: "192.0.2.1", helo: "x", envelopeFrom: "ann@customer.example", providerCheck: null };
  await checks.judge({ raw, head, from: parsed.soleFrom?.email ?? null, ...door });
  await checks.close();
  expect(splits()).toBe(1);
});
