import { afterAll, beforeAll, expect, test } from "vitest";
import { hostileMails } from "./domains/intake/index.ts";
import { onePixelPng } from "./testing/one-pixel-png.ts";
import { type Desk, openDesk } from "./testing/open-desk.ts";
import { ownTimeOf } from "./testing/own-time-of.ts";
import { isLong } from "./testing/run/is-long.ts";
import { gifOfPixels, pngBomb } from "./testing/strangers/hostile-pictures.ts";
import { newOwner, type Person } from "./testing/test-people.ts";

// Other threads read what strangers send, and not the one that answers people. That thread's own processor time proves it on a
// busy machine too: each of these would take it more than a second.

const mostMs = 800;
const length = isLong ? 2_000_000 : 400_000;

let desk: Desk;
let owner: Person;
beforeAll(async () => {
  desk = await openDesk();
  owner = await newOwner(desk);
  // Everything is loaded and warm before the measurement.
  await upload("avatar", onePixelPng);
  await upload("logo", onePixelPng);
  await bring("From: ann@customer.example\r\nSubject: Hello\r\n\r\nWhere is it?");
});
afterAll(() => desk.stop());

function upload(what: "avatar" | "logo", body: Buffer) {
  const path = what === "avatar" ? "/api/account/avatar" : "/api/email-settings/logo";
  return owner.send(path, { method: "POST", body, headers: { "content-type": "application/octet-stream" } });
}

function bring(raw: string) {
  const door = { envelopeFrom: "ann@customer.example", recipients: [owner.supportEmail], providerCheck: null };
  return desk.takeIn({ ...door, raw });
}

const laughs = Array.from({ length: 9 }, (_, at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(10)}</g>`);
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect id="a0" width="9" height="9"/>${laughs.join("")}<use href="#a9"/></svg>`;

test.each<["avatar" | "logo", string, () => Buffer]>([
  ["avatar", "a GIF of 140,000 pictures", gifOfPixels],
  ["avatar", "a PNG that unpacks to a hundred megabytes", () => pngBomb(5_000)],
  ["logo", "a GIF of 140,000 pictures", gifOfPixels],
  ["logo", "an SVG that draws a billion squares", () => Buffer.from(svg)],
])("as %s, %s makes nobody wait", async (what, _, make) => {
  const bytes = make();
  const ms = await ownTimeOf(() => upload(what, bytes));
  expect(ms).toBeLessThan(mostMs);
});

test.each(Object.entries(hostileMails))("a mail of many %s makes nobody wait", async (_, make) => {
  const raw = make(length);
  const ms = await ownTimeOf(() => bring(raw));
  expect(ms).toBeLessThan(mostMs);
});
