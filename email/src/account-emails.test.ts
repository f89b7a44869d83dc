import { expect, test } from "vitest";
import { renderConfirmationEmail, renderExistingAccountEmail, renderPasswordChangedEmail } from "./account-emails.ts";

const url = "https://desk.example/api/auth/verify-email?token=a.b-c&callbackURL=%2Fdashboard";
const asked = { at: "2026-11-22T12:03:00.000Z", device: "Firefox on Linux", ip: "203.0.113.7" };

test("puts the link into both parts of the confirmation, and names the store", () => {
  const mail = renderConfirmationEmail({ url, storeName: "Tom & Jerry's" });
  expect(mail.subject).toBe("Confirm your e-mail address");
  expect(mail.text).toContain(`\n${url}\n`);
  expect(mail.text).toContain("Tom & Jerry's");
  expect(mail.html.match(/href="([^"]*)"/g)).toEqual(Array(2).fill(`href="${url.replaceAll("&", "&amp;")}"`));
  expect(mail.html).toContain("the help desk of Tom &amp; Jerry&#39;s");
});

test("warns the owner of a known address, without a link that changes anything", () => {
  const signInUrl = "https://desk.example/login";
  const mail = renderExistingAccountEmail({ signInUrl, storeName: "Acme" });
  expect(mail.subject).toBe("You already have a Deskhand account");
  expect(mail.text).toContain(`\n${signInUrl}\n`);
  expect(mail.html).toContain(`href="${signInUrl}"`);
  expect(mail.text).toContain("your account and your password are unchanged");
});

test("tells when and where a password was changed, without a link that changes anything", () => {
  const signInUrl = "https://desk.example/login";
  const about = { signInUrl, storeName: "Tom & Jerry's" };
  const mail = renderPasswordChangedEmail({ ...about, asked });
  expect(mail.subject).toBe("Your Deskhand password was changed");
  expect(mail.text).toContain("your Deskhand account at Tom & Jerry's was changed. You were signed out");
  expect(mail.text).toContain(
    "It was done on November 22, 2026 at 12:03 PM (UTC) with Firefox on Linux, from the address 203.0.113.7.",
  );
  expect(mail.html).toContain("Tom &amp; Jerry&#39;s");
  expect(mail.html.match(/href="([^"]*)"/g)).toEqual(Array(2).fill(`href="${signInUrl}"`));
  expect(renderPasswordChangedEmail({ ...about, asked: { ...asked, device: "Unknown device" } }).text).toContain(
    "with an unknown device, from",
  );
});
