import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastifyCompress from "@fastify/compress";
import fastifyStatic from "@fastify/static";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publicPages } from "./web-pages.ts";

const film = Buffer.alloc(100_000, 7);
const captions = `WEBVTT\n\n${"00:00:00.000 --> 00:00:01.000\nA caption\n\n".repeat(200)}`;

let folder = "";
let http: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "recordings-"));
  await mkdir(join(folder, "videos"));
  await writeFile(join(folder, "videos", "a-film.webm"), film);
  await writeFile(join(folder, "videos", "a-film.vtt"), captions);
  await writeFile(join(folder, "app.html"), "not a film");
  http = Fastify();
  await http.register(fastifyCompress, { threshold: 2048, encodings: ["br", "gzip"] });
  await http.register(fastifyStatic, { root: folder, serve: false });
  publicPages(http, folder, { publicUrl: "https://desk.example.com", operatorEmail: null });
});
afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  http.inject({ url, headers: { "accept-encoding": "gzip, br", ...headers } });

test("sends a whole video and accepts ranges", async () => {
  const { statusCode, headers, rawPayload } = await get("/videos/a-film.webm");
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "video/webm",
    "accept-ranges": "bytes",
    "cache-control": "public, max-age=86400",
    "content-length": "100000",
  });
  expect(headers["content-encoding"]).toBeUndefined();
  expect(rawPayload.equals(film)).toBe(true);
});

test.each([
  ["bytes=0-", "bytes 0-99999/100000", 100_000],
  ["bytes=0-1", "bytes 0-1/100000", 2],
  ["bytes=90000-", "bytes 90000-99999/100000", 10_000],
  ["bytes=-500", "bytes 99500-99999/100000", 500],
])("sends a player %s of a video", async (range, is, length) => {
  const { statusCode, headers, rawPayload } = await get("/videos/a-film.webm", { range });
  expect([statusCode, headers["content-range"], rawPayload.length]).toEqual([206, is, length]);
  expect(headers["content-encoding"]).toBeUndefined();
});

test("refuses a range beyond the video", async () => {
  const { statusCode, headers } = await get("/videos/a-film.webm", { range: "bytes=100000-" });
  expect([statusCode, headers["content-range"]]).toEqual([416, "bytes */100000"]);
});

test("does not resend a cached video", async () => {
  const { etag } = (await get("/videos/a-film.webm")).headers;
  const revalidated = await get("/videos/a-film.webm", { "if-none-match": String(etag) });
  expect([revalidated.statusCode, revalidated.rawPayload.length]).toEqual([304, 0]);
});

test("sends captions as compressed text", async () => {
  const { statusCode, headers } = await get("/videos/a-film.vtt");
  expect([statusCode, headers["content-type"]]).toEqual([200, "text/vtt; charset=utf-8"]);
  expect(headers["content-encoding"]).toBe("br");
});

test.each(["/videos/", "/videos/none.webm", "/videos/..%2Fapp.html", "/videos/%2e%2e%2fapp.html", "/videos/a/b.webm"])(
  "finds no video at %s",
  async (path) => {
    const { statusCode, body } = await get(path);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(body).not.toContain("not a film");
  },
);
