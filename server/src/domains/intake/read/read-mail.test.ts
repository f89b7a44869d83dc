import { expect, test } from "vitest";
import { readMail } from "./read-mail.ts";

const forwarded = [
  ...["> ---------- Forwarded message ---------", "> From: Ana <ana@people.example>", "> Subject: Lamp", ">"],
  "> Where is our lamp?",
];

function read(head: string[], below: string[]) {
  const lines = [
    "From: parts@parts.example",
    "Message-ID: <a@parts.example>",
    ...head,
    "",
    "For four each.",
    "",
    ...below,
  ];
  return readMail({
    raw: Buffer.from(lines.join("\r\n")),
    attachmentFolder: null,
    envelopeFrom: "parts@parts.example",
  });
}

test("keeps the words above a forwarded mail that somebody answers", async () => {
  const head = ["Subject: Re: Fwd: Lamp", "In-Reply-To: <b@desk.example>"];
  const below = ["On Mon, 9 Mar 2026 at 10:15, Shop <help@shop.example> wrote:", "", ...forwarded];
  expect((await read(head, below)).newText).toBe("For four each.");
});

test("keeps no other text if only the quotes differ between text and HTML", async () => {
  const text = ["For four each.", "", "On Mon, 9 Mar 2026 at 10:15, Shop <help@shop.example> wrote:", "", "> It left."];
  const html =
    '<div dir="ltr">For four each.</div><div class="gmail_quote"><div class="gmail_attr">On Mon, 9 Mar 2026 at 10:15, Shop &lt;help@shop.example&gt; wrote:</div><blockquote class="gmail_quote"><h1>Shop</h1><p>SUPPORT REPLY</p><p>It left.</p></blockquote></div>';
  const part = (type: string, body: string) => ["--b", `Content-Type: ${type}; charset=utf-8`, "", body];
  const mail = (shown: string) =>
    [
      ...["From: parts@parts.example", "Subject: Re: Lamp", 'Content-Type: multipart/alternative; boundary="b"', ""],
      ...[...part("text/plain", text.join("\r\n")), ...part("text/html", shown), "--b--"],
    ].join("\r\n");
  const otherTextOf = async (shown: string) =>
    (await readMail({ raw: Buffer.from(mail(shown)), attachmentFolder: null, envelopeFrom: "" })).otherText;
  expect(await otherTextOf(html)).toBeNull();
  expect(await otherTextOf(html.replace("For four each.", "Pay at once, to this account."))).toContain(
    "For four each.",
  );
});

test("keeps a forward whole with the words above it", async () => {
  expect((await read(["Subject: Fwd: Lamp"], forwarded)).newText).toContain("Where is our lamp?");
});

test("writes the targets of links, but none of ours", async () => {
  const own = "https://desk.example/rate#a1b2";
  const links = ["https://photos.example/77", own, `https://rewrite.example/?to=${encodeURIComponent(own)}`];
  const html = `<div>${links.map((href) => `<a href="${href}">here</a>`).join("<br>")}</div>`;
  const raw = Buffer.from(`From: a@b.example\r\nContent-Type: text/html\r\n\r\n${html}`);
  const mail = await readMail({ raw, attachmentFolder: null, envelopeFrom: "", publicUrl: "https://desk.example" });
  expect(mail.newText).toBe("here <https://photos.example/77>\nhere\nhere");
  expect(mail.fullText).toBe(mail.newText);
});
