import { createHash, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";

/** What every verifier takes (RFC 8301, section 3.2), and what fits into one answer of DNS. */
const keyBits = 2_048;
const selectorPrefix = "dh";

/** A pair of keys as it is kept. */
export type KeyPair = {
  /** The name that the public key is found under. */
  selector: string;
  /** Base64 of its DER, as DNS has it. */
  publicKey: string;
  /** PEM of PKCS #8. */
  privateKey: string;
};

/** The key that signs mail of a domain (RFC 6376). */
export class SigningKey {
  readonly domain: string;
  readonly selector: string;
  readonly key: KeyObject;

  constructor(domain: string, { selector, privateKey }: Pick<KeyPair, "selector" | "privateKey">) {
    this.domain = domain;
    this.selector = selector;
    this.key = createPrivateKey(privateKey);
  }
}

/** Makes a new pair of RSA keys; its selector is a new one with each. */
export async function makeKeyPair(): Promise<KeyPair> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: keyBits });
  const der = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  return {
    selector: `${selectorPrefix}${createHash("sha256").update(der).digest("hex").slice(0, 10)}`,
    publicKey: der.toString("base64"),
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** Where a domain publishes the key of a selector (RFC 6376, section 3.6.2.1). */
export function keyName(selector: string, domain: string): string {
  return `${selector}._domainkey.${domain}`;
}

/** What a domain publishes of a key, as a TXT record. */
export function keyRecord(publicKey: string): string {
  return `v=DKIM1; k=rsa; p=${publicKey}`;
}
