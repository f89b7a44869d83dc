import { randomUUID } from "node:crypto";
import { detailWords } from "@deskhand/contract/admin/audit-actions";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { takeMail } from "../../../testing/take-mail.ts";
import { customerWrites, reply } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
let admin: Person;
let agent: Person;

beforeAll(async () => {
  app = await openDesk();
  admin = await newOwner(app);
  agent = await addColleague(app, admin, "agent");
});
afterAll(() => app.stop());
beforeEach(() => admin.api.emailSettings.reset());

const invalid = (fields: Record<string, string[]>) => ({ code: "input_invalid", data: { fields } });

test("an unset value follows the default", async () => {
  const read = await admin.api.emailSettings.read();
  expect(read.settings).toEqual(read.defaults);
  expect(read.settings).toMatchObject({
    senderEmail: admin.supportEmail,
    primaryColor: "#667eea",
    secondaryColor: "#764ba2",
    logoUrl: null,
    acknowledges: false,
  });
  expect(read.states).toMatchObject({ senderName: "default", logoUrl: "not_set", signatureHtml: "default" });
  expect(read.sentFrom).toBe(admin.supportEmail);

  const saved = await admin.api.emailSettings.save({
    primaryColor: "#ABCDEF",
    secondaryColor: "#764BA2",
    signatureHtml: " ",
  });
  expect(saved.settings).toMatchObject({ primaryColor: "#ABCDEF", secondaryColor: "#764ba2", signatureHtml: "" });
  expect(saved.states).toMatchObject({ primaryColor: "set", secondaryColor: "default", signatureHtml: "not_set" });
  expect(await agent.api.emailSettings.read()).toEqual(saved);
});

test("all faults are reported at once by field, and nothing is saved", async () => {
  const edit = {
    senderName: "  \u200b ",
    senderEmail: "care@",
    primaryColor: "667eea",
    secondaryColor: "#12345g",
    logoUrl: "javascript:alert(1)",
    signatureHtml: "x".repeat(10_001),
    acknowledges: true,
    acknowledgementText: "Hi {{order.name}}",
  };
  await expect(admin.api.emailSettings.save(edit)).rejects.toMatchObject(
    invalid({
      senderName: ["Sender name cannot be empty"],
      senderEmail: ["Invalid sender email format"],
      primaryColor: ["Primary color must be a valid hex color (e.g., #667eea)"],
      secondaryColor: ["Secondary color must be a valid hex color (e.g., #764ba2)"],
      logoUrl: ["Logo URL must be a valid URL"],
      signatureHtml: ["Signature HTML is too long (maximum 10,000 characters)"],
      acknowledgementText: ["{{order.name}} cannot be filled in here"],
    }),
  );
  expect((await admin.api.emailSettings.read()).settings.acknowledges).toBe(false);
});

test.each([
  ["senderName", "x".repeat(101), "Sender name is too long (maximum 100 characters)"],
  ["senderName", null, "Sender name cannot be empty"],
  ["senderEmail", "", "Invalid sender email format"],
  ["senderEmail", null, "Invalid sender email format"],
  ["senderEmail", "a b@acme.example", "Invalid sender email format"],
  ["senderEmail", "a@acme.example\r\nBcc: x@y.example", "Invalid sender email format"],
  ["senderEmail", `${"a".repeat(310)}@acme.example`, "Invalid sender email format"],
  ["primaryColor", "", "Primary color must be a valid hex color (e.g., #667eea)"],
  ["primaryColor", "#667eea\n;x", "Primary color must be a valid hex color (e.g., #667eea)"],
  ["secondaryColor", "red", "Secondary color must be a valid hex color (e.g., #764ba2)"],
  ["logoUrl", "acme.example/logo.png", "Logo URL must be a valid URL"],
  ["logoUrl", "http://", "Logo URL must be a valid URL"],
  ["logoUrl", "https://user:pass@acme.example/a.png", "Logo URL must be a valid URL"],
  ["logoUrl", "data:image/png;base64,AAAA", "Logo URL must be a valid URL"],
  ["logoUrl", `https://acme.example/${"a".repeat(2_000)}`, "Logo URL must be a valid URL"],
  ["acknowledgementText", " ", "Acknowledgement text cannot be empty"],
])("%s may not be %j: %s", async (name, value, message) => {
  const answer = await admin.send("/api/email-settings", { method: "PUT", json: { [name]: value } });
  expect([answer.status, await answer.json()]).toMatchObject([422, invalid({ [name]: [message] })]);
});

test.each([
  [{ senderName: "  Acme \t Care\u202e 日本 👩‍🚀 " }, { senderName: "Acme Care 日本 👩‍🚀" }],
  [{ senderName: "שלום" }, { senderName: "שלום" }],
  [{ senderEmail: "care@acme.example" }, { senderEmail: "care@acme.example" }],
  [{ logoUrl: "  https://acme.example/a.png " }, { logoUrl: "https://acme.example/a.png" }],
  [{ logoUrl: "" }, { logoUrl: null }],
  [{ primaryColor: "#AbCdEf" }, { primaryColor: "#AbCdEf" }],
])("%j is saved as %j", async (edit, settings) => {
  expect((await admin.api.emailSettings.save(edit)).settings).toMatchObject(settings);
  expect((await admin.api.emailSettings.read()).settings).toMatchObject(settings);
});

test("a change that the person has not seen is not overwritten, and concurrent changes of different settings are both saved", async () => {
  const { settings: shown } = await admin.api.emailSettings.read();
  await admin.api.emailSettings.save({ senderName: "Theirs", expected: { senderName: shown.senderName } });
  const mine = { senderName: "Mine", signatureHtml: "<p>Mine</p>" };
  const expected = { senderName: shown.senderName, signatureHtml: shown.signatureHtml };
  await expect(admin.api.emailSettings.save({ ...mine, expected })).rejects.toMatchObject({
    code: "email_settings_changed_meanwhile",
    data: { fields: ["senderName"] },
  });
  expect((await admin.api.emailSettings.read()).settings).toMatchObject({
    senderName: "Theirs",
    signatureHtml: shown.signatureHtml,
  });
  const { signatureHtml } = mine;
  await admin.api.emailSettings.save({ signatureHtml, expected: { signatureHtml: shown.signatureHtml } });
  expect((await admin.api.emailSettings.read()).settings).toMatchObject({ senderName: "Theirs", signatureHtml });
  // Without `expected` the last request wins.
  expect((await admin.api.emailSettings.save(mine)).settings).toMatchObject(mine);
});

test("concurrent saves create one row, and each is checked against what its person saw", async () => {
  await app.asOwner("delete from email_settings", [], admin.tenantId);
  const { senderName } = (await admin.api.emailSettings.read()).settings;
  const saves = Array.from({ length: 8 }, (_, at) =>
    admin.api.emailSettings.save({ senderName: `Name ${at}`, expected: { senderName } }),
  );
  const ends = await Promise.allSettled(saves);
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await app.asOwner("select id from email_settings", [], admin.tenantId)).toHaveLength(1);
});

test("a reset restores all defaults, with one entry in the audit log", async () => {
  await admin.api.emailSettings.save({
    senderName: "Acme Care",
    acknowledges: true,
    logoUrl: "https://acme.example/a.png",
  });
  for (let times = 0; times < 2; times += 1) {
    const { settings, defaults } = await admin.api.emailSettings.reset();
    expect(settings).toEqual(defaults);
  }
  const sql =
    "select details from audit_log where action = 'settings.email-reset' order by created_at desc, id desc limit 1";
  const [entry] = await app.asOwner<{ details: unknown }>(sql, [], admin.tenantId);
  expect(entry?.details).toEqual({
    changes: {
      senderName: { from: "Acme Care", to: "Acme Shop" },
      acknowledges: { from: true, to: false },
      logoUrl: { from: "set", to: null },
    },
  });
});

test("the audit log has old and new values under the labels of the page", async () => {
  const store = await newOwner(app);
  const signatureHtml = `<p>${"Warmly,   the lamp people. ".repeat(10)}</p>`;
  await store.api.emailSettings.save({ primaryColor: "#0f766e", signatureHtml, logoUrl: "https://acme.example/a.png" });
  const [entry] = (await store.api.audit.list({ kind: "settings" })).items;
  const cut = "<p>Warmly, the lamp people. Warmly, the lamp people. Warmly, the lamp people. Warmly…";
  const words = detailWords(entry?.details ?? {});
  expect(words).toContain('Primary Color: "#667eea" → "#0f766e"');
  expect(words).toMatch(/Signature HTML: "<p>Best regards,.*" → "/);
  expect(words).toContain(`→ "${cut.slice(0, 80)}`);
  expect(words).toContain("Company Logo: set");
  expect(words).not.toMatch(/primaryColor|signatureHtml|acme\.example/);
});

test("only authorized people may change the settings, and each store has its own", async () => {
  for (const call of [
    () => agent.api.emailSettings.save({ senderName: "Mine" }),
    () => agent.api.emailSettings.reset(),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: "not_allowed" });
  }
  await admin.api.emailSettings.save({ senderName: "Acme Care" });
  const other = await newOwner(app);
  expect((await other.api.emailSettings.read()).states.senderName).toBe("default");
});

test("mail comes from the sender's address only if we may send as it", async () => {
  expect((await admin.api.emailSettings.save({ senderEmail: "care@acme.example" })).sentFrom).toBe(admin.supportEmail);
});

test.each(["no-reply@", "NO-REPLY@", "help+abcdefgh@", "postmaster@", "care@sub."])(
  "nobody can send as %s of our own domain, and nothing of such an edit is saved",
  async (begin) => {
    const { save, read } = admin.api.emailSettings;
    const before = await read();
    const domain = admin.supportEmail.split("@")[1];
    for (const senderEmail of [`${begin}${domain}`, `${begin}${domain?.toUpperCase()}`]) {
      await expect(save({ senderName: "Deskhand", senderEmail })).rejects.toMatchObject({
        code: "input_invalid",
        data: {
          fields: {
            senderEmail: [`At ${domain} only your support address can send your mails: ${admin.supportEmail}`],
          },
        },
      });
    }
    expect(await read()).toEqual(before);
    expect((await save({ senderEmail: admin.supportEmail.toUpperCase() })).sentFrom).toBe(admin.supportEmail);
  },
);

test("an address at our own domain that was saved earlier stays, and other settings can be changed", async () => {
  const { save } = admin.api.emailSettings;
  const senderEmail = `no-reply@${admin.supportEmail.split("@")[1]}`;
  await save({ senderName: "Acme Care" });
  await app.asOwner("update email_settings set sender_email = $1", [senderEmail], admin.tenantId);
  const saved = await save({ senderName: "Acme", senderEmail });
  expect(saved).toMatchObject({ sentFrom: admin.supportEmail, settings: { senderEmail, senderName: "Acme" } });
});

test("the preview shows a draft as it would be sent, with defaults for invalid values", async () => {
  const { preview } = admin.api.emailSettings;
  const draft = {
    senderName: "Acme <b>Care</b>",
    primaryColor: "#12",
    logoUrl: "https:/",
    signatureHtml: "<p>Bye<script>x</script>",
  };
  const { html } = await preview({ view: "reply", draft });
  expect(html).toContain("Acme &lt;b&gt;Care&lt;/b&gt;</h1>");
  expect(html).toContain("linear-gradient(135deg, #667eea 0%, #764ba2 100%)");
  expect(html).toContain("<p>Bye</p>");
  expect(html).not.toMatch(/<script|automated response|<img/);
  const automatic = await preview({
    view: "automatic",
    draft: { ...draft, acknowledgementText: "Hi {{customer.first_name}} {{x}}" },
  });
  expect(automatic.html).toMatch(/Ticket: 0001.*SUPPORT REPLY.*Hi Jane .*This is an automated response from/s);
  expect((await agent.api.emailSettings.preview({ view: "automatic", draft: {} })).html).toContain(
    "automated response",
  );
});

test.each(["branded", "letter"] as const)(
  "the preview of a %s mail is byte for byte the mail that is sent",
  async (kind) => {
    const store = await newOwner(app);
    const look = {
      look: kind,
      senderName: "Ácme & <Söhne>",
      primaryColor: "#0f766e",
      signatureHtml: "<p>Bye <b>now</b></p>",
      acknowledges: true,
    };
    await store.api.emailSettings.save({ ...look, logoUrl: "https://acme.example/a.png?b=1&c=2" });
    const previews = await Promise.all(
      (["automatic", "reply"] as const).map((view) => store.api.emailSettings.preview({ view, draft: {} })),
    );
    const jane = `jane@${kind}.previewed.example`;
    await customerWrites(app, store, { from: `Jane Smith <${jane}>`, subject: "Where is my order?" });
    expect((await takeMail(app, jane)).html).toBe(previews[0]?.html);

    // An agent's message on a ticket without a customer's, so that nothing is quoted.
    const lines = previews[1]?.html.matchAll(/<div dir="auto" style="text-align:start">(?!<div)(.*?)<\/div>/gs) ?? [];
    const content = [...lines].map(([, line = ""]) => line.replace("<br>", "")).join("\n");
    const other = await newOwner(app);
    await other.api.emailSettings.save({ ...look, logoUrl: "https://acme.example/a.png?b=1&c=2" });
    const customer = { name: "Jane Smith", email: `jane@${kind}.opened.example` };
    const opening = {
      subject: "Your order",
      message: content,
      category: "General" as const,
      tags: [],
      assignedTo: null,
    };
    await other.api.tickets.create({ ...opening, customer, mailCustomer: true, idempotencyKey: randomUUID() });
    expect((await takeMail(app, customer.email)).html).toBe(previews[1]?.html);
  },
);

test("replies and forwards of a store with the letter look are plain letters, including quotes and subjects", async () => {
  const store = await newOwner(app);
  await store.api.emailSettings.save({ look: "letter", primaryColor: "#0f766e" });
  const jane = "jane@letters.example";
  const { ticket_id: id, message_id: messageId } = await customerWrites(app, store, {
    from: jane,
    text: "Where is it?",
  });
  await reply(store, id, { content: "On its way." });
  const answer = await takeMail(app, jane);
  expect(answer.subject).toMatch(/\[Ticket: \d{4}\]$/);
  expect(answer.text).toMatch(/^On its way\.\n\n-- \nBest regards,\nSupport Team\n\nOn .* wrote:\n> Where is it\?\n$/);
  const maker = "maker@letters.example";
  const recipients = { to: [{ email: maker, name: null }], cc: [], bcc: [] };
  const words = { content: "Can you look?", messageIds: [messageId], idempotencyKey: randomUUID() };
  await store.api.messages.forward({ ticketId: id, recipients, ...words });
  const forward = await takeMail(app, maker);
  expect(forward.text).toMatch(/^Can you look\?\n\n-+ Forwarded message -+\nFrom: /);
  for (const { html } of [answer, forward]) expect(html).not.toMatch(/gradient|SUPPORT|Ticket:|#0f766e/);
});
