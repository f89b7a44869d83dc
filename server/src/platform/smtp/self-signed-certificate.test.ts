import { X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { fromNow, msFromNow } from "../../testing/from-now.ts";
import { makeSelfSignedCertificate } from "./self-signed-certificate.ts";

test("the certificate names its host, is signed by its own key and is valid now", async () => {
  const { cert, key } = await makeSelfSignedCertificate("help.example.com");
  const parsed = new X509Certificate(cert);
  expect(parsed.subject).toBe("CN=help.example.com");
  expect(parsed.checkHost("help.example.com")).toBe("help.example.com");
  expect(parsed.verify(parsed.publicKey)).toBe(true);
  expect(key).toContain("BEGIN PRIVATE KEY");
  expect(new Date(parsed.validFrom).getTime()).toBeLessThan(msFromNow({}));
  expect(new Date(parsed.validTo).getFullYear()).toBe(new Date(fromNow({})).getFullYear() + 20);
});

test("each key is a new one", async () => {
  const [first, second] = await Promise.all([1, 2].map(() => makeSelfSignedCertificate("a.example")));
  expect(first?.key).not.toBe(second?.key);
});
