import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AgentAtDesk, agentAtDesk } from "../../../testing/agent-at-desk.ts";
import { openDesk } from "../../../testing/open-desk.ts";
import { emailBranding } from "./email-branding.ts";

const tenant = { storeName: "Acme Shop", supportEmail: "help+abcdefgh@mail.desk.test" };
let desk: AgentAtDesk;

beforeAll(async () => {
  desk = await agentAtDesk(
    await openDesk({ roles: [], mailer: { send: async () => {}, check: async () => {}, close: () => {} } }),
  );
});
afterAll(() => desk.stop());
afterEach(() => desk.inTenant((tx) => tx.deleteFrom("email_settings").execute()));

type Saved = { sender_name?: string; sender_email?: string; signature_html?: string; logo_url?: string };

function brandingWith(saved: Saved, storeName = tenant.storeName) {
  return desk.inTenant(async (tx) => {
    await tx
      .insertInto("email_settings")
      .values({ id: crypto.randomUUID(), ...saved })
      .execute();
    return emailBranding(tx, { ...tenant, storeName }, desk.services.settings);
  });
}

test("defaults apply where nothing is set", async () => {
  const { branding, from } = await desk.inTenant((tx) => emailBranding(tx, tenant, desk.services.settings));
  expect(branding).toEqual({
    senderName: "Acme Shop",
    primaryColor: "#667eea",
    secondaryColor: "#764ba2",
    logoUrl: null,
    look: "branded",
    signatureHtml: "<p>Best regards,<br />Support Team</p>",
  });
  expect(from).toEqual({ name: "Acme Shop", address: tenant.supportEmail });
});

test("the sender's name is a single line, or the product's name if there is none", async () => {
  expect((await brandingWith({ sender_name: "Acme\r\nBcc: x@example.org" })).from.name).toBe("Acme Bcc: x@example.org");
  await desk.inTenant((tx) => tx.deleteFrom("email_settings").execute());
  expect((await brandingWith({ sender_name: " " }, " ")).from.name).toBe("Deskhand");
});

test.each([
  ["no-reply@mail.desk.test"],
  ["Care@MAIL.desk.test"],
  ["HELP+abcdefgh@mail.desk.test"],
  ["help+hgfedcba@mail.desk.test"],
  ["care@sub.mail.desk.test"],
  ["care@acme-shop.com"],
  ["mail.desk.test"],
  ["a@b@mail.desk.test"],
])("mail of a store with the sender address %s comes from the support address and is signed for it", async (saved) => {
  const { from, signedBy } = await brandingWith({ sender_email: saved });
  expect([from.address, signedBy]).toEqual([tenant.supportEmail, null]);
});

test.each([
  ["https://cdn.example.com/logo.png", "https://cdn.example.com/logo.png"],
  ["/api/logos/1.png", "http://desk.test/api/logos/1.png"],
  ["javascript:alert(1)", null],
  ["data:image/png;base64,AAAA", null],
  ["  ", null],
])("the logo %j is loaded from %j", async (saved, expected) => {
  expect((await brandingWith({ logo_url: saved })).branding.logoUrl).toBe(expected);
});

test.each([
  [`<p style="color: #123456; background: url(x)">Hi</p>`, `<p style="color:#123456">Hi</p>`],
  [`<a href="javascript:alert(1)">x</a>`, "<a>x</a>"],
  [`<style>body{display:none}</style><form><input></form>Bye`, "Bye"],
  [`<img src="//tracker.example/x.png" alt="Acme">`, `<img alt="Acme" style="max-width:100%;height:auto" />`],
  [
    `<img src="https://a.example/a.png" width="120" height="40">`,
    `<img src="https://a.example/a.png" width="120" height="40" style="max-width:100%;height:auto" />`,
  ],
  [
    `<table width="900"><tr><td width="100%"><img src="https://a.example/a.png" width="900" height="80" style="color:red;max-width:none;height:9px"></td>`,
    `<table width="100%"><tr><td width="100%"><img src="https://a.example/a.png" width="520" style="color:red;max-width:100%;height:auto" /></td></tr></table>`,
  ],
  [`<table width="100"><tr><td>Acme`, `<table width="100"><tr><td>Acme</td></tr></table>`],
])("the signature %j is reduced to %j", async (saved, expected) => {
  expect((await brandingWith({ signature_html: saved })).branding.signatureHtml).toBe(expected);
});
