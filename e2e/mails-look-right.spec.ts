import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  type AccountEmail,
  type Branding,
  defaultAcknowledgementText,
  defaultSignatureHtml,
  renderAccountNotice,
  renderConfirmationEmail,
  renderInvitationEmail,
  renderNewAddressEmail,
  renderPasswordResetEmail,
  renderReplyEmail,
} from "@deskhand/email";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { findAccessFaults } from "./find-access-faults.ts";

const desk = await openDesk();
const pictures = join(import.meta.dirname, "output", "mails");
mkdirSync(pictures, { recursive: true });

const store: Branding = {
  look: "branded",
  senderName: "Amber Lamp",
  primaryColor: "#667eea",
  secondaryColor: "#764ba2",
  logoUrl: null,
  signatureHtml: defaultSignatureHtml,
};
const words =
  "Hi Jane,\n\nyour order left our warehouse this morning: https://track.example/JD0146. Is there anything else?";
const quoted = { authorName: "Jane Smith", date: new Date("2026-11-21T06:05:00Z"), text: "Where is it?\n\nJane" };
const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(2);
const asked = { at: "2026-11-22T15:04:05.000Z", device: "Chrome on Windows", ip: "2001:db8:85a3::8a2e:370:7334" };
const url = `https://desk.example/confirm#${"aB3_".repeat(11)}`;

const svg = (width: number, height: number, color: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${color}"/></svg>`)}`;
const reply = (branding: Partial<Branding> = {}, mail: Partial<Parameters<typeof renderReplyEmail>[0]> = {}) =>
  renderReplyEmail({ branding: { ...store, ...branding }, ticketLabel: "Ticket: 0001", content: words, ...mail }).html;

const mails: [name: string, html: string][] = [
  ["reply", reply({ logoUrl: svg(200, 60, "#14b8a6") }, { quoted })],
  [
    "acknowledgement",
    reply({}, { content: defaultAcknowledgementText.replace("{{customer.first_name}}", "Jane"), isAutomatic: true }),
  ],
  [
    "reply-long-words",
    reply({ senderName: long, signatureHtml: `<p>${long}</p>` }, { content: `${long}\nhttps://a.example/${long}` }),
  ],
  [
    "reply-right-to-left",
    reply(
      { senderName: "متجر المصابيح" },
      {
        content: "مرحبا يا ليلى،\n\nطلبك رقم #1042 في الطريق إليك.",
        quoted: { ...quoted, authorName: "ليلى", text: "أين طلبي؟" },
        isAutomatic: true,
      },
    ),
  ],
  ["reply-giant-logo", reply({ logoUrl: svg(6000, 4000, "#fde68a") })],
  ["reply-flat-logo", reply({ logoUrl: svg(6000, 40, "#fde68a") })],
  ["reply-broken-logo", reply({ logoUrl: "https://nowhere.invalid/logo.png" })],
  ["reply-dark", reply({ primaryColor: "#000000", secondaryColor: "#0b0d12" })],
  ["reply-light", reply({ primaryColor: "#ffffff", secondaryColor: "#fef9c3" })],
  ["reply-black-to-white", reply({ primaryColor: "#000000", secondaryColor: "#ffffff" })],
  ["reply-400-lines", reply({}, { content: Array.from({ length: 400 }, (_, line) => `Line ${line + 1}`).join("\n") })],
  ["reply-emoji", reply({ senderName: "🪔 Lamp 👩🏽‍🎨" }, { content: "Danke! 🎉🎉🎉 Ihr 🛋️ kommt am 🗓️." })],
  [
    "reply-script",
    reply(
      { senderName: "<script>alert(1)</script>" },
      { content: "</td></table><script>alert(1)</script>", isAutomatic: true },
    ),
  ],
  [
    "reply-wide-signature",
    reply({
      // Already sanitised, as it is stored.
      signatureHtml: `<table width="100%"><tr><td width="100%"><img src="${svg(900, 80, "#f472b6")}" width="520" style="max-width:100%;height:auto" alt="Sale"></td><td>${long}</td></tr></table>`,
    }),
  ],
  ["letter", reply({ look: "letter" }, { quoted })],
  ["letter-acknowledgement", reply({ look: "letter" }, { content: "It reached us.", isAutomatic: true })],
  ["letter-colored", reply({ look: "letter", signatureHtml: '<p style="color:#1f2030">Amber Lamp</p>' }, { quoted })],
  [
    "letter-long-words",
    reply({ look: "letter", signatureHtml: `<p>${long}</p>` }, { content: `${long}\nhttps://a.example/${long}` }),
  ],
  [
    "letter-right-to-left",
    reply(
      { look: "letter" },
      { content: "مرحبا يا ليلى،\n\nطلبك في الطريق.", quoted: { ...quoted, text: "أين طلبي؟" } },
    ),
  ],
  ...Object.entries<AccountEmail>({
    confirmation: renderConfirmationEmail({ url, storeName: "Amber Lamp", asked }),
    invitation: renderInvitationEmail({ url, storeName: "Amber Lamp", inviterName: "Mara Mint", asked }),
    "invitation-odd": renderInvitationEmail({ url, storeName: long, inviterName: "<script>alert(1)</script> ليلى" }),
    reset: renderPasswordResetEmail({ url, storeName: "Amber Lamp", asked }),
    "change-of-address": renderNewAddressEmail({ url, storeName: "Amber Lamp", asked }),
    "change-of-address-notice": renderAccountNotice({
      notice: "email_asked",
      signInUrl: "https://desk.example/login",
      storeName: "Amber Lamp",
      asked,
      name: `${"x".repeat(64)}@${"sub.".repeat(20)}example`,
    }),
  }).map(([name, { html }]): [string, string] => [name, html]),
];

/** Mails that differ in more than their words. */
const looks = [
  "reply",
  "acknowledgement",
  "reply-dark",
  "reply-light",
  "reply-black-to-white",
  "confirmation",
  "letter",
  "letter-colored",
];
/** Rules for whole pages, which do not apply to a mail shown inside one. */
const ofPages = /^(?:landmark-one-main|region|page-has-heading-one):/;

test("every mail fits a desktop and a phone, is readable, and shows its text unchanged", async () => {
  const page = await desk.newPage();
  await page.route("https://nowhere.invalid/**", (route) => route.abort());
  const faults: string[] = [];
  for (const [name, html] of mails) {
    await page.setViewportSize({ width: 600, height: 700 });
    await page.setContent(html);
    expect(await page.locator("script").count(), name).toBe(0);
    for (const width of [600, 360]) {
      await page.setViewportSize({ width, height: 700 });
      if (process.env.PICTURES) await page.screenshot({ path: join(pictures, `${name}-${width}.png`) });
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      if (widest > width) faults.push(`${name} at ${width} is ${widest} wide`);
    }
    if (!looks.includes(name)) continue;
    const access = (await findAccessFaults(page)).filter((fault) => !ofPages.test(fault));
    faults.push(...access.map((fault) => `${name}: ${fault}`));
  }
  expect(faults).toEqual([]);
});

test("a personal letter is readable in dark and light mode", async () => {
  const page = await desk.newPage();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 600, height: 700 });
  const colors = {
    // In dark mode the page itself is dark.
    letter: ["rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"],
    "letter-colored": ["rgb(31, 32, 48)", "rgb(255, 255, 255)"],
  };
  for (const [name, expected] of Object.entries(colors)) {
    await page.setContent(mails.find(([each]) => each === name)?.[1] ?? "");
    if (process.env.PICTURES) await page.screenshot({ path: join(pictures, `${name}-by-night.png`) });
    const shown = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body);
      return [color, backgroundColor];
    });
    expect(shown, name).toEqual(expected);
  }
});
