import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

type Asked = { challenge?: unknown; rpId?: unknown; rp?: unknown };
type Doing = { origin: string; isVerified?: boolean; challenge?: string };

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest();
const flags = { isThere: 1, isVerified: 4, hasKey: 64 };

/**
 * A device that makes one passkey and signs in with it (WebAuthn, level 2): a P-256 key without attestation. It does everything
 * it is told, even what no browser would: another origin, another challenge, or no check of its owner.
 */
export function passkeyDevice(rpId: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  let uses = 0;

  function clientData(type: string, { challenge }: Asked, doing: Doing): Buffer {
    const data = { type, challenge: doing.challenge ?? challenge, origin: doing.origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data));
  }

  /** Makes authenticator data (WebAuthn, section 6.1). */
  function authenticatorData(isVerified: boolean, key: Buffer | null): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(uses);
    const bits = flags.isThere | (isVerified ? flags.isVerified : 0) | (key ? flags.hasKey : 0);
    const head = Buffer.concat([sha256(rpId), Buffer.of(bits), count]);
    return key ? Buffer.concat([head, Buffer.alloc(16), Buffer.of(0, id.length), id, key]) : head;
  }

  const credential = (response: Record<string, unknown>) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response,
  });

  return {
    create(options: Asked, doing: Doing) {
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const [left, right] = [Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
      // In COSE: an EC2 key (1: 2) for ES256 (3: -7) on P-256 (-1: 1) with its coordinates.
      const key = Buffer.concat([
        ...[Buffer.from("a5010203262001215820", "hex"), left, Buffer.from("225820", "hex"), right],
      ]);
      const data = authenticatorData(doing.isVerified ?? true, key);
      // In CBOR: { fmt: "none", attStmt: {}, authData }.
      const head = Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746159", "hex");
      const attestation = Buffer.concat([head, Buffer.of(data.length >> 8, data.length & 255), data]);
      return credential({
        clientDataJSON: clientData("webauthn.create", options, doing).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      });
    },
    get(options: Asked, doing: Doing) {
      uses += 1;
      const data = authenticatorData(doing.isVerified ?? true, null);
      const client = clientData("webauthn.get", options, doing);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return credential({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
      });
    },
  };
}
