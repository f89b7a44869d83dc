import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onePixelPng } from "../../../testing/one-pixel-png.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { addResource } from "../../../testing/test-resource.ts";

let app: Desk;
let owner: Person;
let agent: Person;
let stranger: Person;
beforeAll(async () => {
  app = await openDesk();
  [owner, stranger] = [await newOwner(app), await newOwner(app)];
  agent = await addColleague(app, owner, "agent");
});
afterAll(() => app.stop());

type Asking = { by?: Pick<Person, "send">; headers?: Record<string, string>; method?: string };

async function open(id: string, { by = app.visit(), headers = {}, method = "GET" }: Asking = {}) {
  const response = await by.send(`/knowledge/${id}`, { headers, method });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const metaOf = (text: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(text)?.[1];

test("shows anybody a public resource with its store, and describes it to machines", async () => {
  const shop = await newOwner(app);
  await shop.api.emailSettings.save({
    senderName: "Lamps & Co",
    logoUrl: "https://cdn.lamps.example/logo.png",
    primaryColor: "#123456",
    secondaryColor: "#654321",
  });
  const id = await addResource(app, shop, {
    isPublic: true,
    title: "Cleaning <glass>",
    description: "What to do",
    tags: ["care", "glass"],
    content: "First line\n\nSee https://lamps.example/a?b=1&c=2. Or write to help@lamps.example!",
    updatedAt: "2026-03-04T23:30:00.000Z",
  });
  const { status, headers, text } = await open(id);
  const address = `${app.services.settings.publicUrl}/knowledge/${id}`;
  expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(text).toContain("<title>Cleaning &lt;glass&gt; · Lamps &amp; Co</title>");
  expect(text).toContain(`<link rel="canonical" href="${address}">`);
  expect(text).toContain("linear-gradient(135deg,#123456,#654321)");
  expect(text).toContain('<img src="https://cdn.lamps.example/logo.png" alt="">');
  expect(text).toContain(">Cleaning &lt;glass&gt;</h1>");
  expect(text).toContain('<time datetime="2026-03-04T23:30:00.000Z" itemprop="dateModified">Mar 4, 2026</time>');
  expect(text).toMatch(
    /First line\n\nSee <a href="https:\/\/lamps\.example\/a\?b=1&amp;c=2" [^>]*rel="nofollow ugc noopener noreferrer">/,
  );
  expect(text).toContain('<a href="mailto:help@lamps.example"');
  expect(text).toContain(`href="/knowledge/${id}/file"><b>Open <bdi>Care.pdf</bdi></b>`);
  for (const word of ["Procedures", "What to do", ">care</li>", ">glass</li>"]) expect(text).toContain(word);
  const said = ["og:type", "og:title", "og:site_name", "og:url", "og:description", "og:image", "description"];
  expect(said.map((name) => metaOf(text, name))).toEqual([
    ...["article", "Cleaning &lt;glass&gt;", "Lamps &amp; Co", address, "What to do"],
    ...["https://cdn.lamps.example/logo.png", "What to do"],
  ]);
  expect([metaOf(text, "robots"), headers.get("x-robots-tag")]).toEqual([undefined, null]);
  expect(headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self' https:\/\/cdn\.lamps\.example; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  expect(text).not.toMatch(/<script|style="|\son[a-z]+=/i);
});

test("shows a file where possible, and a picture as the page's picture", async () => {
  const id = await addResource(app, owner, { isPublic: true, file: { filename: "a.png", bytes: onePixelPng } });
  const { text } = await open(id);
  expect(text).toContain(`<img src="/knowledge/${id}/file" alt="Title Care" itemprop="image">`);
  expect(metaOf(text, "og:image")).toBe(`${app.services.settings.publicUrl}/knowledge/${id}/file`);
  const svg = { filename: "a.svg", bytes: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>") };
  const drawn = await open(await addResource(app, owner, { isPublic: true, file: svg }));
  expect(drawn.text).toContain("<b>Download <bdi>a.svg</bdi></b>");
  expect(drawn.text).not.toContain("<img");
  const bare = { isPublic: true, file: null, content: null, description: null, tags: [] };
  expect((await open(await addResource(app, owner, bare))).text).not.toMatch(/class="(?:file|text|lead|tags)"/);
});

test("revalidates a stored page, and gives nothing once it is closed", async () => {
  const id = await addResource(app, owner, { isPublic: true });
  const first = await open(id);
  const etag = first.headers.get("etag") ?? "";
  expect([etag.slice(0, 3), first.headers.get("cache-control")]).toEqual(['W/"', "public, no-cache"]);
  for (const known of [etag, `"other", ${etag}`, "*"]) {
    const again = await open(id, { headers: { "if-none-match": known } });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
    // A browser keeps the page but takes the new headers: another policy would remove its style.
    for (const name of ["cache-control", "content-security-policy", "x-robots-tag", "referrer-policy"]) {
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    }
  }
  await app.asOwner("update knowledge_articles set title = 'Other' where id = $1", [id], owner.tenantId);
  const changed = await open(id, { headers: { "if-none-match": etag } });
  expect([changed.status, changed.headers.get("etag") === etag]).toEqual([200, false]);
  await app.asOwner("update knowledge_articles set is_public = false where id = $1", [id], owner.tenantId);
  const known = changed.headers.get("etag") ?? "";
  expect((await open(id, { headers: { "if-none-match": known } })).status).toBe(404);
});

test("shows a public page alike to signed-in people of any store, and answers HEAD without a body", async () => {
  const id = await addResource(app, owner, { isPublic: true });
  const pages = await Promise.all([undefined, stranger, agent].map((reader) => open(id, reader && { by: reader })));
  expect(new Set(pages.map(({ status, text, headers }) => `${status}${text}${headers.get("etag")}`)).size).toBe(1);
  const head = await open(id, { method: "HEAD" });
  expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", pages[0]?.headers.get("etag")]);
});

test("shows a private page to the store's people within their level, uncached and unlisted", async () => {
  const supervisor = await addColleague(app, owner, "supervisor");
  const levels = ["all-agents", "supervisors-only", "admin-only"] as const;
  for (const [index, accessLevel] of levels.entries()) {
    const id = await addResource(app, owner, { accessLevel, isPublic: false, title: `Inside ${accessLevel}` });
    for (const [rank, reader] of [agent, supervisor, owner].entries()) {
      const { status, headers, text } = await open(id, { by: reader });
      expect([accessLevel, rank, status]).toEqual([accessLevel, rank, index <= rank ? 200 : 404]);
      expect([headers.get("x-robots-tag"), headers.get("etag")]).toEqual(["noindex", null]);
      expect(headers.get("cache-control")).toMatch(/no-store/);
      expect(metaOf(text, "robots")).toBe("noindex");
      expect(metaOf(text, "og:title")).toBeUndefined();
      expect(text.includes("Inside")).toBe(index <= rank);
    }
  }
});

test("answers alike for unknown, private, foreign and restricted resources, and for invalid ids", async () => {
  const hidden = await addResource(app, owner, { isPublic: false });
  const restricted = await addResource(app, owner, { isPublic: false, accessLevel: "admin-only" });
  const foreign = await addResource(app, stranger, { isPublic: false });
  const ids = [
    randomUUID(),
    hidden,
    restricted,
    foreign,
    "nothing",
    "%00",
    "..%2f..%2fetc%2fpasswd",
    "'%20or%20true--",
    ...["%ff", "%E0%A4%A", "%zz", "%", "%c0%ae%c0%ae", "%ff/file", "%ff/file/x.%ff", `${randomUUID()}%ff`, "%ed%a0%80"],
  ];
  const asked: [Asking["by"], string[]][] = [
    [app.visit(), ids],
    [stranger, [randomUUID(), hidden, restricted, "nothing"]],
    [agent, [randomUUID(), restricted, foreign, "nothing"]],
  ];
  const seen = new Set<string>();
  for (const [reader, rows] of asked) {
    for (const id of rows) {
      const { status, headers, text } = await open(id, reader && { by: reader });
      const { date: _at, ...same } = Object.fromEntries(headers);
      seen.add(JSON.stringify([status, same, text]));
    }
  }
  expect([...seen]).toHaveLength(1);
  expect([...seen][0]).toMatch(/^\[404,.*This document is not available/s);
  expect([...seen][0]).toContain('"x-robots-tag":"noindex"');
});

test.each([
  ["upper case", (id: string) => id.toUpperCase(), 200],
  ["encoded", (id: string) => id.replaceAll("-", "%2D"), 200],
  ["with a question", (id: string) => `${id}?utm_source=mail&x=%00`, 200],
  ["a slash at the end", (id: string) => `${id}/`, 308],
  ["a slash after nothing", () => "nothing/", 404],
  ["a slash after what is no UTF-8", () => "%ff/", 404],
  ["no UTF-8, with a question", () => "%ff?x=%ff", 404],
  ["a NUL at its end", (id: string) => `${id}%00`, 404],
  ["a line break", (id: string) => `${id}%0d%0aX-Evil:1`, 404],
  ["a very long one", () => "a".repeat(150), 404],
  ["braces", (id: string) => `{${id}}`, 404],
  ["without hyphens", (id: string) => id.replaceAll("-", ""), 404],
])("answers an oddly written id: %s", async (_what, spell, status) => {
  const id = await addResource(app, owner, { isPublic: true });
  const found = await open(spell(id));
  expect(found.status).toBe(status);
  if (status === 200) expect(found.text).toContain(`<link rel="canonical" href="http://desk.test/knowledge/${id}">`);
  if (status === 308) expect(found.headers.get("location")).toBe(`/knowledge/${id}`);
  expect(found.headers.get("x-evil")).toBeNull();
});

test("renders everything written as text, in whatever direction it runs", async () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>'\u202egnp.exe</title></style>`;
  const links =
    "javascript:alert(1) data:text/html,x <a href='x'>y</a> https://a.example/\u202e\"onclick=x http://[bad www.b.example";
  const shop = await newOwner(app);
  await shop.api.emailSettings.save({
    senderName: `${evil.slice(0, 60)}`,
    logoUrl: "https://a.example;script-src/x.png",
  });
  const id = await addResource(app, shop, {
    isPublic: true,
    title: evil,
    description: evil,
    content: `${evil}\n${links}\nשלום עולם`,
    tags: [evil.slice(0, 50)],
    file: { filename: `${evil.replaceAll("/", "")}.pdf`, bytes: Buffer.from("%PDF-1.4\n") },
  });
  const { status, text, headers } = await open(id);
  expect(status).toBe(200);
  expect(text).not.toMatch(/<script|<img src=x|<a href='x'/);
  expect(text.match(/<\/(?:title|style|head|main)>/g)).toHaveLength(4);
  const hrefs = [...text.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = ""]) => href);
  expect(hrefs).toEqual([`/knowledge/${id}/file`, "https://a.example/", "https://www.b.example"]);
  expect(headers.get("content-security-policy")).not.toContain("script-src");
  const head = text.slice(0, text.indexOf("</head>"));
  expect(head).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  for (const part of [
    '<h1 dir="auto"',
    '<p class="lead" dir="auto"',
    '<div class="text" dir="auto"',
    '<li dir="auto"',
  ]) {
    expect(text).toContain(part);
  }
});

test("shows all of a text of 100,000 characters, with a short description for machines", async () => {
  const content = `${"Wörter & Zeichen\n".repeat(5_880)}`.slice(0, 99_990).concat("The end");
  const id = await addResource(app, owner, { isPublic: true, description: null, content });
  const { text } = await open(id);
  expect(text).toContain(content.replaceAll("&", "&amp;"));
  expect(metaOf(text, "description")?.length).toBeLessThan(1_000);
  const one = await addResource(app, owner, { isPublic: true, content: "a@".repeat(50_000) });
  expect((await open(one)).status).toBe(200);
});
