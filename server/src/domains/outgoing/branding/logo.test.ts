import { deflateSync } from "node:zlib";
import { uploadedLogoSchema } from "@deskhand/contract/admin/email-settings";
import { logoUploadUrl } from "@deskhand/contract/pages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pngChunk } from "../../../platform/pictures/pixels.ts";
import { onePixelPng } from "../../../testing/one-pixel-png.ts";
import { jsonOf } from "../../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { makeTicket } from "../../../testing/test-desk.ts";
import { newOwner, type Person } from "../../../testing/test-people.ts";
import { deleteUnusedLogos } from "./branding.queries.ts";
import { LogoDrawer } from "./logo.routes.ts";

let app: Desk;
let admin: Person;

beforeAll(async () => {
  app = await openDesk();
  admin = await newOwner(app);
});
afterAll(() => app.stop());

const upload = (body: Uint8Array<ArrayBuffer> | string, type = "application/octet-stream", by = admin) =>
  by.send(logoUploadUrl, { method: "POST", body, headers: { "content-type": type } });
const uploaded = async (body: Uint8Array<ArrayBuffer> | string, by = admin) =>
  uploadedLogoSchema.parse(await (await upload(body, "image/png", by)).json());
const load = (url: string) => app.visit().send(new URL(url).pathname);

const svg = (content: string, attributes = 'width="200" height="60"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;
const box = '<rect width="100" height="30" fill="#123456"/>';

const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
const webp = Buffer.from("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA", "base64");
// Written by a browser's canvas.
const jpeg = Buffer.from(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAZEAEAAwEBAAAAAAAAAAAAAAACAAEDESH/xAAVAQEBAAAAAAAAAAAAAAAAAAAEBf/EABcRAAMBAAAAAAAAAAAAAAAAAAABAjH/2gAMAwEAAhEDEQA/AJmmj1dvRpte2lfbuIiGZanEf//Z",
  "base64",
);
const pngOf = (width: number, height: number) => {
  const png = Buffer.from(onePixelPng);
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
};

test.each([
  ["PNG", onePixelPng, "image/png", [1, 1]],
  ["GIF", gif, "image/gif", [1, 1]],
  ["WebP", webp, "image/webp", [1, 1]],
  ["JPEG", jpeg, "image/jpeg", [3, 2]],
  ["SVG", svg(box), "image/png", [600, 180]],
  ["SVG of its own size", svg(box, 'viewBox="0 0 100 100"'), "image/png", [180, 180]],
  [
    "SVG behind a head",
    `\ufeff<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY ns "http://ns.example/">]><!-- a -->\n${svg(box)}`,
    "image/png",
    [600, 180],
  ],
  ["SVG with text", svg('<text x="5" y="30" font-family="Arial">Acme Żółć</text>'), "image/png", [600, 180]],
] as const)(
  "a %s is recognized by its content, whatever its name, and served to everybody",
  async (_, bytes, type, size) => {
    const answer = await upload(typeof bytes === "string" ? bytes : Buffer.from(bytes), "text/html");
    expect([answer.status, answer.status === 200 ? "" : await answer.text()]).toEqual([200, ""]);
    const { url, width, height } = uploadedLogoSchema.parse(await answer.json());
    expect([width, height]).toEqual(size);
    expect(url).toMatch(/^http:\/\/desk\.test\/email-assets\/logos\/[0-9a-f-]{36}-[0-9a-f]{32}\.(?:png|jpg|gif|webp)$/);
    const shown = await load(url);
    expect(shown.status).toBe(200);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      "content-type": type,
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
      "content-security-policy":
        "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      "cross-origin-resource-policy": "cross-origin",
    });
    expect((await shown.arrayBuffer()).byteLength).toBeGreaterThan(20);
    const etag = shown.headers.get("etag") ?? "";
    const again = await app.visit().send(new URL(url).pathname, { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
  },
);

const bomb = Array.from({ length: 9 }, (_, at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(10)}</g>`).join(
  "",
);
const laughs = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${"bcdefgh".replace(/./g, (name) => `<!ENTITY ${name} "${`&${String.fromCharCode(name.charCodeAt(0) - 1)};`.repeat(10)}">`)}]>`;

test.each([
  ["text", "hello", "logo_not_image", 422, "Please upload an image file (PNG, JPG, GIF, SVG)"],
  ["nothing", "", "logo_not_image", 422, ""],
  ["a page", "<!doctype html><p><svg></svg>", "logo_not_image", 422, ""],
  ["a PDF", "%PDF-1.7\n", "logo_not_image", 422, ""],
  ["a cut picture", onePixelPng.subarray(0, 20), "logo_not_image", 422, ""],
  [
    "a PNG that was cut off",
    onePixelPng.subarray(0, 60),
    "logo_broken",
    422,
    "This picture is broken or not all there",
  ],
  ["a JPEG that was cut off", jpeg.subarray(0, -2), "logo_broken", 422, ""],
  ["a GIF that was cut off", gif.subarray(0, -1), "logo_broken", 422, ""],
  ["a WebP that was cut off", webp.subarray(0, -1), "logo_broken", 422, ""],
  ["an SVG that was cut off", svg(box).slice(0, -5), "logo_svg_refused", 422, ""],
  ["a bomb of pixels", pngOf(60_000, 60_000), "logo_too_many_pixels", 422, ""],
  [
    "too many bytes",
    Buffer.concat([onePixelPng, Buffer.alloc(2 * 1024 * 1024)]),
    "logo_too_large",
    413,
    "Image file size must be less than 2MB",
  ],
  ["an empty SVG", svg(""), "logo_svg_refused", 422, ""],
  ["a broken SVG", "<svg xmlns='http://www.w3.org/2000/svg'><g></svg>", "logo_svg_refused", 422, ""],
  [
    "an SVG that loads from elsewhere alone",
    svg(
      '<image href="http://127.0.0.1:1/a.png" width="9" height="9"/><image href="file:///etc/passwd" width="9" height="9"/>',
    ),
    "logo_svg_refused",
    422,
    "",
  ],
  ["a billion laughs", `${laughs}${svg("<text y='9'>&h;</text>")}`, "logo_svg_refused", 422, ""],
  ["a bomb of copies", svg(`<g id="a0">${box}</g>${bomb}`), "logo_svg_refused", 422, ""],
  ["a drawing without height", svg(box, 'width="1000000000" height="1"'), "logo_svg_refused", 422, ""],
] as const)("refuses %s", async (_, bytes, code, status, message) => {
  const answer = await upload(typeof bytes === "string" ? bytes : Buffer.from(bytes));
  const refusal = await jsonOf(answer);
  expect([answer.status, refusal.code]).toEqual([status, code]);
  expect(refusal.message).toContain(message);
});

test("a drawing that never ends is aborted, and the next one is drawn", async () => {
  const drawer = new LogoDrawer({ limitMs: 1_000 });
  const region = 'x="-10000%" y="-10000%" width="20000%" height="20000%"';
  const filter = `<filter id="f" ${region}><feGaussianBlur stdDeviation="1000"/><feTurbulence numOctaves="1000000"/></filter>`;
  const slow = svg(`${filter}<rect width="200" height="60" filter="url(#f)"/>`);
  await expect(drawer.draw(slow)).rejects.toMatchObject({ code: "logo_svg_refused" });
  expect((await drawer.draw(svg(box))).subarray(1, 4).toString()).toBe("PNG");
  await drawer.close();
});

test("accepts a logo of exactly two megabytes", async () => {
  const bytes = Buffer.concat([onePixelPng, Buffer.alloc(2 * 1024 * 1024 - onePixelPng.length)]);
  expect((await upload(bytes)).status).toBe(200);
});

test("scripts in an SVG are removed, and a hostile SVG does not harm later ones", async () => {
  const { url } = await uploaded(
    svg(`<script>alert(1)</script>${box}<foreignObject><body onload="x"/></foreignObject>`),
  );
  const bytes = Buffer.from(await (await load(url)).arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  expect(bytes.toString("latin1")).not.toMatch(/script|onload/);
});

test("a saved logo is in mails under its URL of the day, and other stores cannot use it", async () => {
  const { url } = await uploaded(onePixelPng);
  expect((await admin.api.emailSettings.read()).settings.logoUrl).toBeNull();
  expect((await admin.api.emailSettings.save({ logoUrl: url })).settings.logoUrl).toBe(url);
  const [row] = await app.asOwner<{ logo_url: string }>("select logo_url from email_settings", [], admin.tenantId);
  expect(row?.logo_url).toBe(new URL(url).pathname);
  const { html } = await admin.api.emailSettings.preview({ view: "reply", draft: {} });
  expect(html).toContain(`<img src="${url}"`);
  const other = await newOwner(app);
  await expect(other.api.emailSettings.save({ logoUrl: url })).rejects.toMatchObject({
    data: { fields: { logoUrl: ["Logo URL must be a valid URL"] } },
  });
  await admin.api.emailSettings.reset();
});

test("a guessed, shortened or malformed URL shows nothing", async () => {
  const { url } = await uploaded(onePixelPng);
  const { pathname } = new URL(url);
  for (const path of [pathname.slice(0, -5), pathname.replace(/.\.png$/, "0.png0"), pathname.replace("png", "svg")]) {
    expect((await app.visit().send(path)).status).toBe(404);
  }
  expect((await app.visit().send("/email-assets/logos/..%2f..%2fetc%2fpasswd")).status).toBe(404);
});

test("unsaved uploads are deleted, and so are replaced logos that no sent mail has", async () => {
  const store = await newOwner(app);
  await makeTicket(app, store);
  const urls: string[] = [];
  for (let count = 0; count < 12; count += 1) urls.push((await uploaded(onePixelPng, store)).url);
  const statuses = async () => Promise.all(urls.map(async (url) => (await load(url)).status));
  expect((await statuses()).filter((status) => status === 200)).toHaveLength(10);
  const [unsent, sent, current] = urls.slice(-3);
  for (const logoUrl of [unsent, sent, current]) await store.api.emailSettings.save({ logoUrl: logoUrl ?? "" });
  const age = (url: string | undefined, days: number) =>
    app.asOwner(
      `update email_logos set used_from = used_from - make_interval(days => $2 + 1), used_until = used_until - make_interval(days => $2)
       where name = $1 returning id`,
      [url?.split("/").at(-1), days],
      store.tenantId,
    );
  await age(unsent, 20);
  await age(sent, 10);
  await app.asOwner(
    `insert into outgoing_mails (id, kind, message_id, mail_message_id, to_email, state, sent_at)
     select gen_random_uuid(), 'reply', id, 'a@b', 'jane@customer.test', 'sent', now() - interval '10 days 6 hours' from ticket_messages where client_id = $1`,
    [store.tenantId],
    store.tenantId,
  );
  await app.asOwner("update email_logos set created_at = now() - interval '3 days'", [], store.tenantId);
  await app.services.db.withTenant(store.tenantId, deleteUnusedLogos);
  const left = await app.asOwner<{ name: string }>("select name from email_logos order by name", [], store.tenantId);
  const names = (all: (string | undefined)[]) => all.map((url) => url?.split("/").at(-1)).sort();
  expect(left.map(({ name }) => name)).toEqual(names([sent, current]));
});

test("decodes and accepts a picture with the maximum number of pixels", async () => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(5_999, 0);
  header.writeUInt32BE(6_000, 4);
  // One bit of grey per pixel.
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc(6_000 * (1 + 750)));
  const chunks = [pngChunk("IHDR", header), pngChunk("IDAT", pixels), pngChunk("IEND", Buffer.alloc(0))];
  expect((await uploaded(Buffer.concat([onePixelPng.subarray(0, 8), ...chunks]))).height).toBe(6_000);
});
