import { expect, test } from "vitest";
import { contrast, defaultSignatureHtml } from "./branding.ts";
import { type ReplyEmail, renderReplyEmail } from "./reply-email.ts";

const reply: ReplyEmail = {
  branding: {
    look: "branded",
    senderName: "Acme Shop",
    primaryColor: "#123456",
    secondaryColor: "#654321",
    logoUrl: "https://acme.example/logo.png",
    signatureHtml: defaultSignatureHtml,
  },
  ticketLabel: "Ticket: 0001",
  content: "Your parcel left today.\n\nTrack it at https://track.example/a?b=1&c=2.",
};

test("names the store and the ticket in an automatic mail, and says that nobody wrote it", () => {
  const { html } = renderReplyEmail({ ...reply, isAutomatic: true });
  expect(html).toContain('width="600"');
  expect(html).toContain("max-width:600px");
  expect(html).toContain("linear-gradient(135deg, #123456 0%, #654321 100%)");
  expect(html).toContain('bgcolor="#123456"');
  expect(html).toContain('src="https://acme.example/logo.png"');
  expect(html).toMatch(/<h1[^>]*>Acme Shop<\/h1>/);
  expect(html).toContain("Customer Support Platform");
  expect(html).toMatch(/Ticket: 0001.*SUPPORT REPLY/s);
  expect(html).toContain("<p>Best regards,<br>Support Team</p>");
  expect(html).toContain("This is an automated response from <bdi>Acme Shop</bdi>");
  expect(html).toMatch(/<html[^>]*lang="en"/);
});

test("adds no greeting, name or machine's words to a person's reply", () => {
  const { html, text } = renderReplyEmail(reply);
  expect(html).not.toMatch(/Hello|automated/);
  expect(text).toBe(`${reply.content}\n\n-- \nBest regards,\nSupport Team\nTicket: 0001\n`);
  expect(renderReplyEmail({ ...reply, isAutomatic: true }).text).toBe(
    text.replace("0001\n", "0001 · This is an automated response from Acme Shop\n"),
  );
});

test.each([
  ["It left today.\n\nBest regards,\nSupport Team", 1],
  ["It left today. best regards Support Team!", 1],
  ["Best regards,\nSupport Team", 1],
  ["It left today.\n\nBest regards,\nSupport Team\n\nPS: by train", 2],
  ["It left today, with the best regards of the Support Teams", 2],
])("adds no second signature to a text that ends with its words: %j", (content, regards) => {
  const { html, text } = renderReplyEmail({ ...reply, content });
  const body = html.slice(html.indexOf("SUPPORT REPLY"));
  expect(body.match(/best regards/gi)).toHaveLength(regards);
  expect(text.match(/best regards/gi)).toHaveLength(regards);
});

const rich = `<table><tr><td><b>Best&nbsp;regards</b>,</td></tr><tr><td>The <i>Acme</i> Team ☎ 555-1234</td></tr></table>
<p><a href="https://acme.example/shop?a=1">Our shop</a> | <a href="mailto:help@acme.example">help@acme.example</a></p><img src="https://acme.example/x.png" alt="Acme">`;

test.each([
  ["as it is", "Best regards,\nThe Acme Team ☎ 555-1234\nOur shop | help@acme.example"],
  [
    "in capitals and other blanks",
    "BEST   REGARDS,\r\n\r\n\tTHE ACME TEAM 555 1234\n\n\nOUR SHOP help@acme.example  \n",
  ],
  ["in one line", "best regards the acme team 555-1234 our shop help@acme.example"],
  ["below the mark", "-- \nBest regards,\nThe Acme Team\n555-1234\nOur shop, help@acme.example"],
  ["below a rule", "--\n___\nBest regards – The Acme Team – 555-1234 – Our shop – help@acme.example!"],
  ["below one's own name", "Nora\n\nBest regards,\nThe Acme Team 555-1234\nOur shop help@acme.example"],
  [
    "with the links as addresses",
    "Best regards, The Acme Team 555-1234 Our shop https://acme.example/shop?a=1 help@acme.example",
  ],
  [
    "with what cannot be seen",
    "Best\u00a0regards,\u200b The Ac\u00adme Team 555-1234 Our shop help@acme.example\ufeff",
  ],
])("does not repeat an HTML signature where the text ends with its words %s", (_, end) => {
  const branding = { ...reply.branding, signatureHtml: rich };
  const { html, text } = renderReplyEmail({ ...reply, branding, content: `It left.\n\n${end}` });
  expect(html.slice(html.indexOf("SUPPORT REPLY"))).not.toContain("<hr");
  expect(text.slice(text.indexOf("\n-- \nTicket"))).toBe("\n-- \nTicket: 0001\n");
});

test.each([
  ["Our shop | help@acme.example"],
  ["The best regards, The Acme Team 555-1234, our shop help@acme.example.org"],
])("adds the signature to a text that ends with %j", (end) => {
  const branding = { ...reply.branding, signatureHtml: rich };
  const { html, text } = renderReplyEmail({ ...reply, branding, content: `It left.\n\n${end}` });
  expect(html.slice(html.indexOf("SUPPORT REPLY"))).toContain("<hr");
  expect(text).toContain("\n-- \nBest\u00a0regards,");
});

test("links addresses without the full stop after them, and keeps line breaks", () => {
  const { html } = renderReplyEmail(reply);
  expect(html).toMatch(
    /<a href="https:\/\/track\.example\/a\?b=1&amp;c=2"[^>]*>https:\/\/track\.example\/a\?b=1&amp;c=2<\/a>\./,
  );
  const line = '<div dir="auto" style="text-align:start">';
  expect(html).toContain(`${line}Your parcel left today.</div>${line}<br></div>${line}Track it at `);
});

test("never treats what agents or customers write as HTML", () => {
  const attack = '<script>alert(1)</script><img src=x onerror="alert(2)">';
  const { html, text } = renderReplyEmail({
    ...reply,
    content: attack,
    quoted: { authorName: attack, date: new Date(0), text: attack },
    branding: { ...reply.branding, senderName: attack },
  });
  expect(html).not.toContain("<script");
  expect(html).not.toContain("<img src=x");
  expect(text).toContain(attack);
});

test("lets no colour carry other styles", () => {
  const branding = { ...reply.branding, primaryColor: "red;background:url(https://spy.example)", secondaryColor: "" };
  const { html } = renderReplyEmail({ ...reply, branding });
  expect(html).not.toContain("spy.example");
  expect(html).toContain("linear-gradient(135deg, #667eea 0%, #764ba2 100%)");
});

test("quotes the answered message at the end of both parts", () => {
  const quoted = {
    authorName: "Ann Lee",
    date: new Date("2026-11-21T06:05:00Z"),
    text: "Where is it?\r\n> earlier\r\n\r\nAnn",
  };
  const { html, text } = renderReplyEmail({ ...reply, quoted });
  const heading = "On Nov 21, 2026, 6:05 AM UTC, Ann Lee wrote:";
  expect(text.endsWith(`\n\n${heading}\n> Where is it?\n>> earlier\n>\n> Ann\n`)).toBe(true);
  expect(html).toMatch(
    new RegExp(`<blockquote[^>]*>.*${heading}.*Where is it\\?</div><div[^>]*>&gt; earlier.*</blockquote>`, "s"),
  );
});

test("shows no empty image without logo and signature", () => {
  const branding = { ...reply.branding, logoUrl: null, signatureHtml: "" };
  const { html, text } = renderReplyEmail({ ...reply, branding });
  expect(html).not.toContain("<img");
  expect(text).toContain("\n\n-- \nTicket: 0001\n");
});

test.each([[139], [149]])("does not cut the inbox line within the character after %i others", (count) => {
  const { html } = renderReplyEmail({ ...reply, content: `${"a".repeat(count)}😀 and more` });
  expect(html).toMatch(/display:none[^>]*>(?:<!--.*?-->)*a{139}/);
  expect(html).not.toContain("\ufffd");
});

test.each(["a", "www.", "a@", "a.", "(", "https://", ")", "\n", " "])(
  "shows a reply of many %j to its end",
  (piece) => {
    // Quadratic work over so many would not end before the test's timeout.
    const content = piece.repeat(500_000 / piece.length);
    const { html, text } = renderReplyEmail({ ...reply, content });
    expect(text.startsWith(content.trimEnd())).toBe(true);
    expect(html).toMatch(/<\/html>\s*$/);
  },
);

test.each([
  ["#ffffff", "#000000", true],
  ["#000000", "#ffffff", true],
  ["#667eea", "#764ba2", false],
  ["#000000", "#111111", false],
  ["#ffff00", "#ffffff", false],
])(
  "makes the header readable from %s to %s, on a background of its own where nothing else is: %s",
  (from, to, hasPlate) => {
    const branding = { ...reply.branding, primaryColor: from, secondaryColor: to };
    const { html } = renderReplyEmail({ ...reply, branding });
    const color = /<h1[^>]*;color:(#[0-9a-f]{6})/.exec(html)?.[1] ?? "";
    const grounds = hasPlate ? ["#14141f"] : [from, to];
    expect(html.includes("background-color:#14141f")).toBe(hasPlate);
    for (const ground of grounds) expect(contrast(color, ground)).toBeGreaterThanOrEqual(3);
  },
);
