import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readKeyPair } from "./receiver-key.ts";
import { makeSelfSignedCertificate } from "./self-signed-certificate.ts";

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "deskhand-keys-"));
  const [first, second] = [
    await makeSelfSignedCertificate("one.example"),
    await makeSelfSignedCertificate("other.example"),
  ];
  const files = {
    "cert.pem": first.cert,
    "key.pem": first.key,
    "other-key.pem": second.key,
    "words.pem": "no PEM",
    empty: "",
  };
  for (const [name, text] of Object.entries(files)) await writeFile(at(name), text);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("accepts a certificate with its key unchanged", async () => {
  const pair = await readKeyPair({ certFile: at("cert.pem"), keyFile: at("key.pem") });
  expect(pair?.cert).toContain("BEGIN CERTIFICATE");
  expect(await readKeyPair(null)).toBeNull();
});

test.each([
  ["cert.pem", "other-key.pem", "SMTP_TLS_KEY is not the key of SMTP_TLS_CERT"],
  ["cert.pem", "words.pem", "SMTP_TLS_KEY names no private key"],
  ["cert.pem", "cert.pem", "SMTP_TLS_KEY names no private key"],
  ["words.pem", "key.pem", "SMTP_TLS_CERT names no certificate"],
  ["key.pem", "cert.pem", "SMTP_TLS_CERT names no certificate"],
  ["empty", "key.pem", "SMTP_TLS_CERT names no certificate"],
  ["nowhere", "key.pem", "SMTP_TLS_CERT names"],
  ["cert.pem", "nowhere", "SMTP_TLS_KEY names"],
])("reports %s with %s in one line that names the setting", async (cert, key, words) => {
  await expect(readKeyPair({ certFile: at(cert), keyFile: at(key) })).rejects.toThrow(words);
});
