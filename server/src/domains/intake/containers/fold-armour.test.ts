import { expect, test } from "vitest";
import { foldArmour } from "./fold-armour.ts";

const signature = "-----BEGIN PGP SIGNATURE-----\nVersion: GnuPG v2\n\niQEz\n=abcd\n-----END PGP SIGNATURE-----";
const encrypted = "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n=abcd\n-----END PGP MESSAGE-----";
const key = "-----BEGIN PGP PUBLIC KEY BLOCK-----\nComment: mine\n\nmQEN\n-----END PGP PUBLIC KEY BLOCK-----";
const signed = (words: string) => `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n${words}\n${signature}\n`;

test("removes the armour from signed words and restores their dashes", () => {
  const words = "Hello,\n- -- \nKim\n- -----BEGIN PGP MESSAGE-----";
  expect(foldArmour(`Above\n${signed(words)}Below`)).toMatchObject({
    text: "Above\nHello,\n-- \nKim\n-----BEGIN PGP MESSAGE-----\nBelow",
    isSigned: true,
    isEncrypted: false,
    files: [],
  });
});

test("recognizes an encrypted block and makes it a file", () => {
  expect(foldArmour(`Dear store,\n\n${encrypted}\n\nKim`)).toMatchObject({
    text: "Dear store,\n\n\nKim",
    isEncrypted: true,
    files: [{ name: "encrypted-message.asc", text: `${encrypted}\n` }],
  });
});

test("makes a key a file and does not mark the text", () => {
  expect(foldArmour(`Here it is\n${key}`)).toMatchObject({
    text: "Here it is",
    isSigned: false,
    isEncrypted: false,
    files: [{ name: "public-key.asc", contentType: "application/pgp-keys" }],
  });
});

test.each([
  "A block -----BEGIN PGP MESSAGE----- in a line",
  "-----BEGIN PGP MESSAGE-----\n\nhQEMA\nbut these are words of mine\n-----END PGP MESSAGE-----",
  "-----BEGIN PGP SIGNATURE-----\n\niQEz",
  `> ${encrypted.replaceAll("\n", "\n> ")}`,
])("keeps what only looks like a block: %#", (text) => {
  expect(foldArmour(text)).toMatchObject({ text, isSigned: false, isEncrypted: false, files: [] });
});
