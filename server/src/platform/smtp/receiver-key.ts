import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import { SeparateWorker } from "../bounded-work/separate-worker.ts";
import { ignoreMissing, reasonOf } from "../error-code.ts";
import type { Settings } from "../settings.ts";
import { StartFault } from "../start/start-notices.ts";
import { writeDurably } from "../storage/write-durably.ts";
import type { KeyPair } from "./self-signed-certificate.ts";

const fileName = "smtp-key.pem";

/**
 * Returns the receiver's certificate and key: those of the settings, else our own pair in the data directory, created
 * if missing.
 */
export async function loadReceiverKey(
  settings: Pick<Settings, "smtpTls" | "dataDir" | "mailDomain">,
): Promise<KeyPair> {
  const { smtpTls, dataDir, mailDomain } = settings;
  if (smtpTls) return smtpTls;
  const path = join(dataDir, fileName);
  const stored = await readKept(path);
  if (stored) return stored;
  const orFault = await makeKey(mailDomain);
  await mkdir(dataDir, { recursive: true });
  await writeDurably(path, orFault.key + orFault.cert);
  return orFault;
}

/** Runs in a separate process, because the certificate library is used once and would stay in the server's memory. */
async function makeKey(hostname: string): Promise<KeyPair> {
  const maker = new SeparateWorker<string, KeyPair>({
    file: new URL("./self-signed-certificate.ts", import.meta.url),
    name: "makeSelfSignedCertificate",
    runtime: "child_process",
    limitMs: 30_000,
    idleMs: 0,
  });
  return await maker.run(hostname).finally(() => maker.close());
}

/** Paths of a certificate and its key. */
export type KeyFiles = { certFile: string; keyFile: string };

/** Reads a certificate and its key; null without files. Faults name the invalid setting. */
export async function readKeyPair(files: KeyFiles | null): Promise<KeyPair | null> {
  if (files === null) return null;
  const [cert, key] = [await readPem("SMTP_TLS_CERT", files.certFile), await readPem("SMTP_TLS_KEY", files.keyFile)];
  const certificate = orFault(`SMTP_TLS_CERT names no certificate in PEM: ${files.certFile}`, () => {
    createSecureContext({ cert });
    return new X509Certificate(cert);
  });
  const privateKey = orFault(`SMTP_TLS_KEY names no private key in PEM, without a password: ${files.keyFile}`, () =>
    createPrivateKey(key),
  );
  if (!certificate.checkPrivateKey(privateKey))
    throw new StartFault(`SMTP_TLS_KEY is not the key of SMTP_TLS_CERT: ${files.keyFile} and ${files.certFile}`);
  return { cert, key };
}

function orFault<Made>(fault: string, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    throw new StartFault(fault, { cause: error });
  }
}

async function readPem(name: string, path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new StartFault(`${name} names ${path}, which cannot be read (${reasonOf(error)})`, { cause: error });
  }
}

async function readKept(path: string): Promise<KeyPair | null> {
  const text = await readFile(path, "utf8").catch(ignoreMissing);
  const start = text?.indexOf("-----BEGIN CERTIFICATE-----") ?? -1;
  return text && start > 0 ? { key: text.slice(0, start), cert: text.slice(start) } : null;
}
