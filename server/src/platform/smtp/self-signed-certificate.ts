import { generate } from "selfsigned";

/** A certificate and its private key as PEM. */
export type KeyPair = { cert: string; key: string };

const years = 20;

/**
 * Creates an X.509 certificate (RFC 5280) for a host name, signed by its own P-256 key and valid for 20 years. Mail
 * servers encrypt with such certificates without checking the signer (RFC 7435), so it needs no renewal.
 */
export async function makeSelfSignedCertificate(hostname: string): Promise<KeyPair> {
  // Allows for clients whose clock is behind.
  const notBeforeDate = new Date(Date.now() - 24 * 3600 * 1000);
  const notAfterDate = new Date();
  notAfterDate.setUTCFullYear(notAfterDate.getUTCFullYear() + years);
  const { cert, private: key } = await generate([{ name: "commonName", value: hostname.slice(0, 64) }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate,
    notAfterDate,
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: hostname }] }],
  });
  return { cert, key };
}
