/// <reference types="node" />
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderPage } from "./render.tsx";

const web = new URL("../../", import.meta.url);
const page = renderPage("index.html") ?? "";

/** Width and height of an extended WebP (RFC 9649, section 2.7), each stored as 24 bits minus one. */
function sizeOf(path: string): [number, number] {
  const file = readFileSync(new URL(`.${path}`, web));
  expect(file.toString("latin1", 8, 16)).toBe("WEBPVP8X");
  return [file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1];
}

function attribute(element: string, name: string): string {
  return new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1] ?? "";
}

test("each picture has the size reserved for it and the widths listed", () => {
  const pictures = [...page.matchAll(/<(?:img|source) [^>]*shots\/[^>]*>/g)].map(([element]) => element);
  expect(pictures.length).toBeGreaterThan(12);
  for (const picture of pictures) {
    const listed = attribute(picture, "srcSet").split(", ");
    const [last = ""] = listed.at(-1)?.split(" ") ?? [];
    expect([last, Number(attribute(picture, "width")), Number(attribute(picture, "height"))]).toEqual([
      last,
      ...sizeOf(last),
    ]);
    for (const [path = "", width] of listed.map((one) => one.split(" "))) expect(`${sizeOf(path)[0]}w`).toBe(width);
  }
});

test("every picture has a description, except the eight that repeat a described one", () => {
  const images = [...page.matchAll(/<img [^>]*>/g)].map(([element]) => element);
  for (const image of images) expect(image).toMatch(/ alt="/);
  const undescribed = images.filter((image) => attribute(image, "alt") === "" && image.includes("shots/"));
  expect(undescribed.length).toBe(8);
});

test("anchors exist on the page", () => {
  const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  for (const id of ["features", "testimonials", "pricing", "contact"]) expect(anchors).toContain(id);
  for (const id of anchors) expect(page).toContain(` id="${id}"`);
});

test.each(["index.html", "privacy.html", "terms.html"])(
  "%s loads nothing from other hosts, and has no inline style or script that the policy refuses",
  (file) => {
    const html = renderPage(file) ?? "";
    const addresses = [...html.matchAll(/(?:src|href|poster|action)="([^"]*)"/g)].map(([, address]) => address);
    for (const address of addresses) expect(address).toMatch(/^(?:[/#]|mailto:)(?!\/)/);
    expect(html).not.toMatch(/<style| style="|<script| on[a-z]+="/);
  },
);

test("a page that is not public is not rendered", () => {
  expect(renderPage("app.html")).toBeUndefined();
});
