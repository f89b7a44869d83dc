import { createHash, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";

/** Accepted by every verifier (RFC 8301, section 3.2), and fits into one DNS answer. */
const keyBits = 2_048;
const selectorPrefix = "dh";

/** A stored key pair. */
export type KeyPair = {
  /** The DNS label of the public key. */
  selector: string;
  /** Base64 of its DER, as in DNS. */
  publicKey: string;
  /** PKCS #8 as PEM. */
  privateKey: string;
};

/** A key that signs a domain's mail (RFC 6376). */
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

/** Creates a new RSA key pair with a new selector. */
export async function makeKeyPair(): Promise<KeyPair> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: keyBits });
  const der = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  return {
    selector: `${selectorPrefix}${createHash("sha256").update(der).digest("hex").slice(0, 10)}`,
    publicKey: der.toString("base64"),
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** Returns the DNS name of a selector's key (RFC 6376, section 3.6.2.1). */
export function keyName(selector: string, domain: string): string {
  return `${selector}._domainkey.${domain}`;
}

/** Returns a key's TXT record. */
export function keyRecord(publicKey: string): string {
  return `v=DKIM1; k=rsa; p=${publicKey}`;
}
