import { expect, test } from "vitest";
import { type CmsKind, cmsOf } from "../../../../../stand-ins/mail-programs/cms-of.ts";
import { mailAlone, mailOf, part, textPart } from "../../../../../stand-ins/mail-programs/mime-of.ts";
import { readMail } from "./read-mail.ts";

const read = (raw: string | Buffer) => {
  const bytes = typeof raw === "string" ? Buffer.from(raw, "latin1") : raw;
  return readMail({ raw: bytes, attachmentFolder: null, envelopeFrom: "kim@customer.example" });
};
const names = (mail: Awaited<ReturnType<typeof read>>) => mail.parsed.attachments.map(({ name }) => name);
const alone = (type: string, bytes: Buffer, ...more: string[]) => mailAlone(part(type, bytes, ...more));

const entity = [
  "Content-Type: multipart/mixed; boundary=in",
  "",
  ...["--in", "Content-Type: multipart/alternative; boundary=alt", ""],
  ...["--alt", "Content-Type: text/plain; charset=utf-8", "", "The lamp \u2013 broken.", ""],
  ...["--alt", "Content-Type: text/html; charset=utf-8", "", "<p>The lamp \u2013 broken.</p>", "--alt--"],
  ...[
    "--in",
    "Content-Type: image/png; name=lamp.png",
    "Content-Transfer-Encoding: base64",
    "",
    "iVBORw0KGgo=",
    "--in--",
    "",
  ],
].join("\r\n");
const cms = (kind: CmsKind = "signed", content = entity) => cmsOf(kind, Buffer.from(content));
const p7m = "application/pkcs7-mime; smime-type=signed-data; name=smime.p7m";
test.each([
  ["by its type", alone(p7m, cms())],
  ["by an older type, without saying which kind", alone("application/x-pkcs7-mime", cms())],
  ["as bytes by its name", alone("application/octet-stream; name=smime.p7m", cms())],
  ["as bytes without a name", alone("application/octet-stream", cms())],
  ["without lengths", alone(p7m, cmsOf("signed", Buffer.from(entity), { isOpen: true, pieceBytes: 50 }))],
  ["in another part", mailOf(part(p7m, cms(), "Content-Disposition: attachment; filename=smime.p7m"))],
  ["signed twice", alone(p7m, cms("signed", `${part(p7m, cms())}\r\n`))],
  [
    "as bytes on the way",
    Buffer.concat([
      Buffer.from(`${mailAlone(`Content-Type: ${p7m}`, "Content-Transfer-Encoding: binary")}\r\n`),
      cms(),
    ]),
  ],
])("takes text and files from content signed in one piece, %s", async (_, raw) => {
  const mail = await read(raw);
  expect(mail).toMatchObject({
    newText: "The lamp \u2013 broken.",
    safeHtml: expect.stringContaining("<p>"),
    enclosed: { signed: "smime", encrypted: null, isInstead: false },
  });
  expect(names(mail)).toEqual(["lamp.png"]);
});

test("shows plain signed words, and keeps a signed document as a file only", async () => {
  expect(await read(alone(p7m, cms("signed", "The lamp is broken.")))).toMatchObject({
    newText: "The lamp is broken.",
  });
  const document = await read(
    mailOf(textPart("See below"), part("application/pkcs7-mime; name=invoice.pdf.p7m", cms("signed", "%PDF-1.4\n\0"))),
  );
  expect(document).toMatchObject({ newText: "See below", enclosed: null });
  expect(names(document)).toEqual(["invoice.pdf.p7m", "invoice.pdf"]);
});

test.each(["enveloped", "authEnveloped"] as const)(
  "says that content is encrypted and keeps it as a file: %s",
  async (kind) => {
    const mail = await read(alone("application/pkcs7-mime; name=smime.p7m", cms(kind)));
    expect(mail).toMatchObject({
      newText: "This message is encrypted (S/MIME). The file holds what it says.",
      enclosed: { encrypted: "smime", isInstead: true },
    });
    expect(names(mail)).toEqual(["smime.p7m"]);
  },
);

const armoured = "-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA\r\n=abcd\r\n-----END PGP MESSAGE-----\r\n";
test.each(["multipart/encrypted; protocol=application/pgp-encrypted; boundary=out", "multipart/mixed; boundary=out"])(
  "says that a mail is PGP encrypted, and keeps no file that only says so: %s",
  async (type) => {
    const parts = [
      part("application/pgp-encrypted", "Version: 1\r\n"),
      part("application/octet-stream; name=encrypted.asc", armoured),
    ];
    const mail = await read(mailOf(...parts).replace("multipart/mixed; boundary=out", type));
    expect(mail.enclosed).toMatchObject({ encrypted: "pgp", isInstead: true });
    expect(names(mail)).toEqual(["encrypted.asc"]);
  },
);

test.each([
  ["application/pkcs7-signature; name=smime.p7s", "smime"],
  ["application/x-pkcs7-signature", "smime"],
  ["application/pgp-signature; name=OpenPGP_signature.asc", "pgp"],
  ["application/octet-stream; name=smime.p7s", "smime"],
])("keeps no file for a signature of type %s", async (type, signed) => {
  const mail = await read(mailOf(textPart("The lamp"), part(type, "x")).replace("multipart/mixed", "multipart/signed"));
  expect(mail).toMatchObject({ newText: "The lamp", enclosed: { signed } });
  expect(names(mail)).toEqual([]);
  const document = await read(
    mailOf(textPart("Hello"), part("application/pkcs7-signature; name=contract.pdf.p7s", "x")),
  );
  expect(names(document)).toEqual(["contract.pdf.p7s"]);
});

test("removes PGP armour from text and HTML", async () => {
  const signature = "-----BEGIN PGP SIGNATURE-----\n\niQEz\n-----END PGP SIGNATURE-----";
  const signed = `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nThe lamp is broken.\n${signature}\n`;
  expect(await read(mailOf(textPart(signed)))).toMatchObject({
    newText: "The lamp is broken.",
    enclosed: { signed: "pgp" },
  });
  const html = `<p>${signed.replaceAll("\n", "<br>\n")}</p>`;
  expect(await read(mailOf(part("text/html", html)))).toMatchObject({
    newText: expect.stringMatching(/^\s*The lamp is broken\.\s*$/),
  });
  const encrypted = await read(mailOf(textPart(`Dear store,\n${armoured}`)));
  expect(encrypted).toMatchObject({ newText: "Dear store,", enclosed: { encrypted: "pgp", isInstead: false } });
  expect(names(encrypted)).toEqual(["encrypted-message.asc"]);
});
