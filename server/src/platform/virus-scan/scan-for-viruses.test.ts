import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ClamdStandIn, eicar, startClamd } from "../../../../stand-ins/clamd.ts";
import { newId } from "../db/ids.ts";
import { readScannerPlace, scanForViruses } from "./scan-for-viruses.ts";

let clamd: ClamdStandIn;
beforeEach(async () => {
  clamd = await startClamd({ mostBytes: 2 * 1024 * 1024 });
});
afterEach(() => clamd.close());

const file = (...pieces: (string | Uint8Array)[]) => Readable.from(pieces.map((piece) => Buffer.from(piece)));
const unreachable = { name: "ScannerFault", isThere: false };

test("a file without a virus is clean, also when empty or in many pieces", async () => {
  const large = new Uint8Array(700_000);
  for (const pieces of [[], [""], ["Hello"], [large, large], Array(3_000).fill("ab")])
    expect(await scanForViruses(clamd.place, file(...pieces))).toEqual({ scan: "clean" });
  expect(clamd.scanned).toEqual([0, 0, 5, 1_400_000, 6_000]);
});

test.each([
  ["at once", [eicar]],
  ["across pieces", [eicar.slice(0, 30), eicar.slice(30)]],
  ["behind a piece of nothing", ["Hello", "", eicar]],
  ["at the end of a large file", [new Uint8Array(600_000), eicar]],
  [
    "across the pieces that a large one is cut into",
    [Buffer.concat([Buffer.alloc(256 * 1024 - 10), Buffer.from(eicar)])],
  ],
])("finds and names a virus %s", async (_, pieces) => {
  expect(await scanForViruses(clamd.place, file(...pieces))).toEqual({ scan: "infected", virus: "Eicar-Signature" });
});

test("a file beyond the scanner's limit is too large", async () => {
  const endless = async function* () {
    for (let at = 0; at < 200; at += 1) yield Buffer.alloc(256 * 1024);
  };
  expect(await scanForViruses(clamd.place, endless())).toEqual({ scan: "too_large" });
});

test("a silent or disconnecting scanner gives no verdict", async () => {
  clamd.manner = "silent";
  await expect(scanForViruses(clamd.place, file("Hello"), 100)).rejects.toMatchObject(unreachable);
  clamd.manner = "gone";
  await expect(scanForViruses(clamd.place, file("Hello"))).rejects.toMatchObject(unreachable);
  const { place } = clamd;
  await clamd.close();
  await expect(scanForViruses(place, file("Hello"))).rejects.toMatchObject(unreachable);
  await expect(scanForViruses({ path: "/nowhere/clamd.sock" }, file("Hello"))).rejects.toMatchObject(unreachable);
  clamd = await startClamd();
});

test("an unclear reply never means clean", async () => {
  clamd.manner = "puzzling";
  await expect(scanForViruses(clamd.place, file("Hello"))).rejects.toMatchObject({
    name: "ScannerFault",
    isThere: true,
  });
});

test("scans through a local socket", async () => {
  const path = join(tmpdir(), `clamd-${newId().slice(0, 8)}.sock`);
  const server = createServer((socket) => {
    socket.on("data", (bytes) => {
      if (bytes.subarray(-4).equals(Buffer.alloc(4))) socket.end("stream: OK\0");
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  try {
    expect(await scanForViruses({ path }, file("Hello"))).toEqual({ scan: "clean" });
  } finally {
    server.close();
  }
});

test.each([
  ["tcp://127.0.0.1:3310", { host: "127.0.0.1", port: 3310 }],
  ["tcp://clamav:3310/", { host: "clamav", port: 3310 }],
  ["tcp://[::1]:3310", { host: "::1", port: 3310 }],
  ["unix:/run/clamav/clamd.ctl", { path: "/run/clamav/clamd.ctl" }],
  ["unix:///run/clamav/clamd.ctl", { path: "/run/clamav/clamd.ctl" }],
])("accepts %s", (setting, place) => {
  expect(readScannerPlace(setting)).toEqual(place);
});

test.each([
  ...["", "clamav", "clamav:3310", "tcp://clamav", "tcp://:3310", "tcp://user:word@clamav:3310", "http://clamav:3310"],
  ...[
    "tcp://clamav:3310/path",
    "tcp://clamav:3310?a=1",
    "tcp://clamav:99999",
    "unix:",
    "unix:run/clamd.ctl",
    "unix://host/a",
  ],
])("refuses %s", (setting) => {
  expect(readScannerPlace(setting)).toBeNull();
});
