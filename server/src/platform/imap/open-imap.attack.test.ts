import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ImapStandIn, startImapServer, type Treatment } from "../../../../stand-ins/imap-server.ts";
import { makeSelfSignedCertificate } from "../smtp/self-signed-certificate.ts";
import { type ImapPlace, openImap } from "./open-imap.ts";

const usual = getCACertificates("default");
const outer = ["93.184.215.14"];
const names = { "imap.shop.example": outer, "other.example": outer, "mixed.example": [...outer, "127.0.0.1"] };
const place: ImapPlace = {
  host: "imap.shop.example",
  port: 993,
  security: "tls",
  user: "shop",
  password: "open sesame",
  folder: "INBOX",
};
const never = new AbortController().signal;

let server: ImapStandIn;
let certificate: { cert: string; key: string };
beforeAll(async () => {
  certificate = await makeSelfSignedCertificate("imap.shop.example");
  server = await startImapServer(names, certificate);
});
beforeEach(() => {
  setDefaultCACertificates([...usual, certificate.cert]);
  Object.assign(server, { mails: [], commands: [], treats: () => "answer" });
});
afterAll(async () => {
  await server.close();
  setDefaultCACertificates(usual);
});

const open = (changes: Partial<ImapPlace> = {}, ending = never) =>
  openImap(server.outside, { ...place, ...changes }, ending);
const fault = (changes: Partial<ImapPlace> = {}) =>
  open(changes).then(
    () => null,
    ({ kind }) => kind,
  );

test("says what is wrong by its cause, and sends no password where nothing proves the server", async () => {
  expect(await fault({ host: "nobody.example" })).toBe("host");
  expect(await fault({ host: "mixed.example" })).toBe("host");
  for (const inner of ["127.0.0.1", "10.1.2.3", "::1", "169.254.169.254"])
    expect(await fault({ host: inner })).toBe("host");
  expect(await fault({ host: "other.example" })).toBe("certificate");
  expect(await fault({ host: "93.184.215.14" })).toBe("certificate");
  setDefaultCACertificates(usual);
  expect(await fault()).toBe("certificate");
  expect(server.commands).toEqual([]);
  setDefaultCACertificates([...usual, certificate.cert]);
  await expect(open({ password: "wrong" })).rejects.toMatchObject({ kind: "password", said: "Invalid credentials" });
  expect(await fault({ folder: "Nowhere" })).toBe("folder");
  const plain = await startImapServer(names, null);
  for (const security of ["tls", "starttls"] as const)
    await expect(openImap(plain.outside, { ...place, security }, never)).rejects.toMatchObject({ kind: "encryption" });
  expect(plain.commands.filter((command) => command.startsWith("LOGIN"))).toEqual([]);
  await plain.close();
  await expect(openImap(plain.outside, place, never)).rejects.toMatchObject({ kind: "unreachable" });
});

test("ends at once when it may not wait any longer for a server that says nothing", async () => {
  server.treats = () => "stall";
  const ending = new AbortController();
  const opening = open({}, ending.signal);
  await expect.poll(() => server.commands.length).toBe(1);
  ending.abort();
  await expect(opening).rejects.toMatchObject({ name: "ImapFault" });
  await expect.poll(() => server.connections).toBe(0);
});

const endless: Record<string, Treatment> = {
  "a literal of gigabytes": { says: "* 1 FETCH (UID 1 BODY[]<0> {9999999999}\r\n" },
  "a line without an end": { says: `* 1 FETCH (UID 1 X-NOISE "${"x".repeat(8_000_000)}` },
  "a tree of a million brackets": { says: `* 1 FETCH (UID 1 X-NOISE ${"(a) ".repeat(400_000)})\r\n` },
  "no IMAP at all": { says: "HTTP/1.1 400 Bad Request\r\n\r\n" },
};
test.each(Object.entries(endless))("bounds what a server's answer may cost: %s", async (_, treatment) => {
  server.deliver("From: ann@customer.example\r\n\r\nHello");
  const folder = await open();
  server.treats = (command) => (command.startsWith("UID FETCH") ? treatment : "answer");
  const reading = folder.read(1, 1_000_000);
  if (treatment === endless["no IMAP at all"]) server.cut();
  await expect(reading).rejects.toMatchObject({ name: "ImapFault" });
  await expect.poll(() => folder.isOpen).toBe(false);
});

test("reads a mail in pieces, whole, and hears of a mail that comes while it looks for others", async () => {
  const mail = Buffer.from(Array.from({ length: 1_300_000 }, (_, at) => at % 251));
  const uid = server.deliver(mail);
  const folder = await open();
  expect(await folder.uidsAfter(0, "2026-01-01")).toEqual([uid]);
  const pieces: Uint8Array[] = [];
  for await (const piece of (await folder.read(uid, 36_000_000)) ?? []) pieces.push(piece);
  expect(Buffer.concat(pieces).equals(mail)).toBe(true);
  expect(pieces.length).toBeGreaterThan(1);
  expect(await folder.read(uid + 1, 1_000)).toBeNull();
  const waiting = folder.waitForNews(1_000, never);
  await expect.poll(() => server.commands.at(-1)).toBe("IDLE");
  const next = server.deliver("From: bo@customer.example\r\n\r\nHello");
  await waiting;
  expect(await folder.uidsAfter(uid, "2026-01-01")).toEqual([next]);
  folder.close();
});
