import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { der, generalizedTime, objectId, sequence } from "./der.ts";

/** A certificate and its private key, both PEM. */
export type KeyPair = { cert: string; key: string };

const years = 20;
const ecdsaWithSha256 = sequence(objectId("1.2.840.10045.4.3.2"));

/**
 * Makes an X.509 certificate (RFC 5280) for a host name, signed by its own P-256 key and valid for 20 years. Mail servers
 * encrypt to such a certificate without checking who signed it (RFC 7435), so nobody has to renew it.
 */
export function makeSelfSignedCertificate(hostname: string, now: Date = new Date()): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(der(0x31, sequence(objectId("2.5.4.3"), der(0x0c, Buffer.from(hostname.slice(0, 64))))));
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + years);
  // A clock that runs behind must not find the certificate not yet valid.
  const from = new Date(now.getTime() - 24 * 3600 * 1000);
  const altName = sequence(der(0x82, Buffer.from(hostname, "ascii")));
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Uint8Array.of(2))), // version 3
    der(0x02, Uint8Array.of(0x01), randomBytes(15)), // serial number; the leading 1 keeps it positive
    ecdsaWithSha256,
    name,
    sequence(generalizedTime(from), generalizedTime(until)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(sequence(objectId("2.5.29.17"), der(0x04, altName)))),
  );
  const signature = sign("sha256", toBeSigned, privateKey);
  const certificate = sequence(toBeSigned, ecdsaWithSha256, der(0x03, Uint8Array.of(0), signature));
  return {
    cert: pem("CERTIFICATE", certificate),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}
