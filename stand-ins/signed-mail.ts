import { generateKeyPairSync } from "node:crypto";
import { sealMessage } from "mailauth/lib/arc/index.js";
import { dkimSign } from "mailauth/lib/dkim/sign.js";

const keys = new Map<number, { privateKey: string; record: string }>();

/** Makes a key of this size, once per run, and the record that its domain publishes. */
function keyOf(bits: number) {
  const existing = keys.get(bits);
  if (existing) return existing;
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: bits,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const key = { privateKey, record: `v=DKIM1; k=rsa; p=${publicKey.toString("base64")}` };
  keys.set(bits, key);
  return key;
}

/** Returns the record that lets others verify a domain's signatures. */
export function publishedKey(bits = 2048): string {
  return keyOf(bits).record;
}

/** Makes a plain mail that names a ticket. */
export function plainMail(from: string, headers: readonly string[] = [], text = "Where is it?\r\n"): string {
  const fields = [
    `From: Ann <${from}>`,
    "To: help@shop.test",
    "Subject: Re: [T-1]",
    ...headers,
    "Message-ID: <1@x.example>",
  ];
  return `${fields.join("\r\n")}\r\n\r\n${text}`;
}

type Signing = {
  bits?: number;
  selector?: string;
  headerList?: string;
  maxBodyLength?: number;
  signTime?: Date;
  expires?: Date;
};

/** Puts a domain's DKIM signature in front of the mail. */
export async function signMail(mail: string, domain: string, options: Signing = {}): Promise<string> {
  const { bits = 2048, selector = "s", headerList = "from:to:subject:date:message-id", ...rest } = options;
  const key = { signingDomain: domain, selector, privateKey: keyOf(bits).privateKey };
  const { signatures } = await dkimSign(mail, {
    ...key,
    ...rest,
    headerList,
    signatureData: [{ ...key, ...rest, headerList }],
  });
  return `${signatures}${mail}`;
}

/** Puts a forwarder's ARC seal with these results in front of the mail. */
export async function sealMail(
  mail: string,
  domain: string,
  authResults: string,
  cv: "none" | "pass" = "none",
): Promise<string> {
  const seal = { signingDomain: domain, selector: "s", privateKey: keyOf(2048).privateKey, authResults, cv };
  return `${await sealMessage(Buffer.from(mail), seal)}${mail}`;
}
