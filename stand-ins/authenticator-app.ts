import { createHmac } from "node:crypto";

/** A person's authenticator app (RFC 6238). Each code counts once: a test that needs several uses the steps around now. */
export type AuthenticatorApp = { code(stepsAway?: number): string };

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Makes an app with this key, given in base 32. */
export function authenticatorApp(key: string): AuthenticatorApp {
  const bits = [...key].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, "0")).join("");
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return {
    code(stepsAway = 0) {
      const step = Math.floor(Date.now() / 30_000) + stepsAway;
      const counter = Buffer.from(step.toString(16).padStart(16, "0"), "hex");
      const hash = createHmac("sha1", bytes).update(counter).digest();
      const number = hash.readUInt32BE((hash[19] ?? 0) % 16) % 2 ** 31;
      return String(number % 1_000_000).padStart(6, "0");
    },
  };
}
