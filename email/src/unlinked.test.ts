import fc from "fast-check";
import { expect, test } from "vitest";
import {
  renderConfirmationEmail,
  renderInvitationEmail,
  renderKnownInvitationEmail,
  renderPasswordChangedEmail,
  renderPasswordResetEmail,
} from "./account-emails.ts";
import { accountNotices, renderAccountNotice, renderNewAddressEmail } from "./account-notices.ts";
import { unlinked } from "./linked-text.ts";
import { renderAddressCheckEmail, renderForwardingTestEmail } from "./product-emails.ts";

const url = "https://desk.test/our-link";
/** Each mail that shows a person's name to another. */
const mailsOf = (name: string) => {
  const from = { url, signInUrl: url, storeName: name, inviterName: name, mark: "DH-1" };
  return [
    renderConfirmationEmail(from),
    renderConfirmationEmail({ ...from, others: [{ url }] }),
    renderInvitationEmail(from),
    renderKnownInvitationEmail(from),
    renderPasswordResetEmail(from),
    renderPasswordChangedEmail(from),
    renderNewAddressEmail(from),
    renderForwardingTestEmail(from),
    renderAddressCheckEmail(from),
    ...accountNotices.map((notice) => renderAccountNotice({ ...from, notice, name })),
  ];
};
/** What a mail program turns into a link: a web or mail address, with or without a scheme. */
const link =
  /(?:[a-z][a-z\d+.-]*:\/?\/?|www\.)[^\s\u2060]+|[^\s@\u2060]+@[^\s\u2060]+|[\p{L}\p{N}-]+[.\u3002\uff0e\uff61][\p{L}\p{N}]{2,}/giu;
const linksIn = (text: string) => text.match(link) ?? [];

test.each([
  "https://evil.example/claim",
  "evil.example",
  "Win at www.evil.example now",
  "help@evil.example",
  "EVIL。example",
  "evil．example",
  "javascript:alert(1)",
  "//evil.example",
  "mailto:ann@evil.example",
])("makes no link of a store or person called %s in any mail", (name) => {
  for (const { subject, text, html } of mailsOf(name)) {
    expect(linksIn(subject)).toEqual([]);
    expect(linksIn(text.replaceAll(url, ""))).toEqual([]);
    expect(html).not.toContain(name);
  }
});

test("leaves an ordinary name unchanged", () => {
  for (const name of ["Lumen & Loom", "St. Mary's Shop", "Café № 5: the second", "東京ストア"])
    expect(unlinked(name)).toBe(name);
});

test("keeps any name readable, and without a link", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (name) => {
      expect(unlinked(name).replaceAll("\u2060", "")).toBe(name.replaceAll("\u2060", ""));
      expect(linksIn(unlinked(name))).toEqual([]);
    }),
  );
});
