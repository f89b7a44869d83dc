import { generate } from "selfsigned";

/** A certificate and its private key, both PEM. */
export type KeyPair = { cert: string; key: string };

const years = 20;

/**
 * Makes an X.509 certificate (RFC 5280) for a host name, signed by its own P-256 key and valid for 20 years. Mail servers
 * encrypt to such a certificate without checking who signed it (RFC 7435), so nobody has to renew it.
 */
export async function makeSelfSignedCertificate(hostname: string): Promise<KeyPair> {
  // A clock that runs behind must not find the certificate not yet valid.
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
