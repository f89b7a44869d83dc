import { generateKeyPairSync } from "node:crypto";
import { sealMessage } from "mailauth/lib/arc/index.js";
import { dkimSign } from "mailauth/lib/dkim/sign.js";

const keys = new Map<number, { privateKey: string; record: string }>();

/** A key of so many bits, made once a run, and what the domain that signs with it publishes. */
function keyOf(bits: number) {
  const known = keys.get(bits);
  if (known) return known;
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: bits,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const made = { privateKey, record: `v=DKIM1; k=rsa; p=${publicKey.toString("base64")}` };
  keys.set(bits, made);
  return made;
}

/** What a domain publishes so that its signatures can be verified. */
export function publishedKey(bits = 2048): string {
  return keyOf(bits).record;
}

/** A plain mail that names a ticket. */
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

/** The mail with a DKIM signature of a domain in front. */
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

/** The mail with a forwarder's ARC seal in front, who found these results. */
export async function sealMail(
  mail: string,
  domain: string,
  authResults: string,
  cv: "none" | "pass" = "none",
): Promise<string> {
  const seal = { signingDomain: domain, selector: "s", privateKey: keyOf(2048).privateKey, authResults, cv };
  return `${await sealMessage(Buffer.from(mail), seal)}${mail}`;
}
