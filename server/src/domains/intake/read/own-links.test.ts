import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { ownLinkFinder } from "./own-links.ts";

const holdsLink = ownLinkFinder("https://desk-one.acme.example");
const others = [
  "https://one.acme.example",
  "https://desk-one.acme.example.org",
  "https://desk-one.acme.example/desk",
].map(ownLinkFinder);
const token = `${"Ab-_0".repeat(8)}Xy9`;
const link = `https://desk-one.acme.example/reset-password#${token}`;
const check = `https://desk-one.acme.example/dashboard/admin?view=email&setup=integration&confirm=${"ab27q".repeat(9)}z`;
const percent = encodeURIComponent(link);
const entities = (text: string) => text.replace(/[^a-z]/gi, (sign) => `&#${sign.charCodeAt(0)};`);
const hexEntities = (text: string) => [...text].map((sign) => `&#x${sign.charCodeAt(0).toString(16)};`).join("");
const proofpoint = percent.replaceAll("-", "%2D").replaceAll("_", "%5F").replaceAll("%2F", "_").replaceAll("%", "-");
const base64 = Buffer.from(link).toString("base64");

test.each([
  ["as it is", link],
  ...["confirm", "invitation", "change-email"].map((page) => [page, link.replace("reset-password", page)]),
  ["of an address check", check],
  ["of an address check, in HTML", `<a href="${check.replaceAll("&", "&amp;")}">Confirm</a>`],
  ["in words", `Choose (${link}). It holds an hour.`],
  ["in angle brackets", `Choose <${link}>`],
  ["in HTML", `<a href="${link}">Choose</a>`],
  ["in an HTML attribute without quotes", `<a href=${link}>Choose</a>`],
  ["in upper case up to its token", link.replace(/^[^#]+/, (start) => start.toUpperCase())],
  ["without https", link.replace("https://", "")],
  ["with http", link.replace("https", "http")],
  ["with a query put in", link.replace("#", "?utm_source=mail&utm_medium=x#")],
  ["with a slash put in", link.replace("#", "/#")],
  ["with entities", `<a href="${entities(link)}">`],
  ["with hexadecimal entities alone", hexEntities(link)],
  ["with named entities", link.replaceAll("/", "&sol;").replace(":", "&colon;").replace("#", "&num;")],
  [
    "with soft hyphens and zero-width spaces",
    link.replace("-password", "-\u200Bpass\u00ADword").replace("#", "#\u200B"),
  ],
  ["with places to break", `<p>${link.replaceAll("/", "/<wbr>").replace("#", "<wbr />#")}</p>`],
  ["in quoted-printable", `${link.replace("#", "=23").slice(0, 70)}=\r\n${link.replace("#", "=23").slice(70)}`],
  ["broken into lines", `${link.slice(0, 72)}\n${link.slice(72)}\n\nBye`],
  ["broken into quoted lines", `> ${link.slice(0, 70)}\n> ${link.slice(70)}\n> \n> Bye`],
  [
    "at Outlook's scanner",
    `https://eur03.safelinks.protection.outlook.com/?url=${percent}&data=05%7C02%7Cann%40x.example&reserved=0`,
  ],
  [
    "at Outlook's scanner, in HTML",
    `<a href="https://eur03.safelinks.protection.outlook.com/?url=${percent}&amp;data=05">`,
  ],
  [
    "at two scanners in a row",
    `https://www.google.com/url?q=${encodeURIComponent(`https://safe.example/?url=${percent}`)}&sa=D`,
  ],
  ["at Proofpoint's, version 1", `https://urldefense.proofpoint.com/v1/url?u=${link.replace("#", "%23")}&k=abc`],
  ["at Proofpoint's, version 2", `https://urldefense.proofpoint.com/v2/url?u=${proofpoint}&d=DwMFaQ&c=x&r=y`],
  ["at Proofpoint's, version 3", `https://urldefense.com/v3/__${link.replace("#", "*")}__;Iw!!Nq3!abc$`],
  ["at Cisco's", `https://secure-web.cisco.com/1aBc-D_e/${percent}`],
  [
    "at Barracuda's",
    `https://linkprotect.cudasvc.com/url?a=${percent.toLowerCase().replace(token.toLowerCase(), token)}&c=E,1`,
  ],
  ["at Sophos's", `https://eu-west-1.protection.sophos.com?d=acme.example&u=${base64}&i=NWU`],
  ["behind another link", `https://shop.example/a#b ${link}`],
  ["far down", `${"word ".repeat(100_000)}${link}`],
])("finds a one-time link: %s", (_, text) => {
  expect(holdsLink(text)).toBe(true);
  expect(others.map((holds) => holds(text))).toEqual([false, false, false]);
});

test.each([
  ["the words alone", "Your link at desk-one.acme.example/reset-password# no longer works"],
  ["a token alone", token],
  ["a page without a token", "https://desk-one.acme.example/reset-password"],
  ["another fragment", "https://desk-one.acme.example/confirm#top"],
  ["a token that is too short", `Choose ${link.slice(0, -1)}`],
  ["a token that is too short before another line", `Choose ${link.slice(0, -1)}\nI cannot open it`],
  ["a token that is much too short before a word", `Choose ${link.slice(0, -20)}\nBye\n`],
  ["a token that is too long", `${link}a`],
  ["a token that is too long at a scanner", `https://safe.example/?url=${percent}a&data=1`],
  ["another page here", link.replace("reset-password", "dashboard/tickets")],
  ["a page that is only like one", link.replace("reset-password", "reset-passwords")],
  ["a page further down", link.replace("reset-password", "help/reset-password")],
  ["another installation's", link.replace("acme", "other")],
  ["a domain that only ends like ours", link.replace("desk-one", "my.desk-one")],
  ["a domain that begins like ours", link.replace(".example", ".example.org")],
  ["a masked link", link.replace(token, "*".repeat(43))],
  ["a masked link by its word", link.replace(token, "link-withheld")],
  ["another view of the admin's", check.replace("confirm", "search")],
  ["an address check that is cut", check.slice(0, -1)],
  ["the desk's address", "https://desk-one.acme.example/dashboard/tickets/0192?tab=messages#m1"],
  ["a logo of ours", `<img src="https://desk-one.acme.example/email-assets/logos/${token}.png">`],
])("does not take for such a link: %s", (_, text) => expect(holdsLink(text)).toBe(false));

test("accepts an installation with a port or in a folder", () => {
  for (const publicUrl of ["http://localhost:3000", "https://acme.example/desk"]) {
    const holds = ownLinkFinder(publicUrl);
    const own = `${publicUrl}/confirm#${token}`;
    expect([own, encodeURIComponent(own), entities(own)].map(holds)).toEqual([true, true, true]);
    expect([link, own.replace("/confirm", "x/confirm")].map(holds)).toEqual([false, false]);
  }
});

// Quadratic work over this much would not end within a test.
test("searches two megabytes of any kind", () => {
  const pieces = [
    "https://desk-one.acme.example/confirm?",
    "desk-one.acme.example/confirm#",
    `https://desk-one.acme.example/confirm#${token}a`,
    "https://desk-one.acme.example/dashboard/admin?&",
    "u=https-3A__desk-one.acme.example_",
    "&#x25;&#x32;&#x35;",
    "%2525",
    "<",
    `\n${"a".repeat(299)}`,
    `${" ".repeat(50)}\n${">".repeat(20)}`,
    "aHR0cHM6Ly9kZXNrLW9uZS5hY21lLmV4YW1wbGU",
    "__;",
    randomBytes(3_000).toString("base64"),
  ];
  for (const piece of pieces) {
    const text = `${piece.repeat(Math.ceil(2_000_000 / piece.length))} desk-one.acme.example`;
    expect(() => holdsLink(text), piece.slice(0, 40)).not.toThrow();
  }
});
